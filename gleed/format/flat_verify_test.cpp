// flat_verify_test.cpp -- each way in which a table can lie about the bytes around it, and the words for it.
#include "gleed/format/flat_verify.h"

#include <doctest/doctest.h>

#include "gleed/format/test_golden.h"
#include "gleed/format/test_recipe.h"

namespace gleed {
namespace {

// A small program whose bytes can be damaged.
struct Damaged {
  std::vector<uint8_t> bytes = ProgramRecipe().file();

  uint32_t root_at() const { return flat::load<uint32_t>(bytes.data()); }
  pte::Program root() const { return pte::Program(bytes.data() + root_at()); }
  pte::ExecutionPlan plan() const { return root().execution_plan()[0]; }
  uint8_t* at(const uint8_t* place) { return bytes.data() + (place - bytes.data()); }
  uint8_t* vtable(const flat::Table& t) { return at(t.address() - flat::load<int32_t>(t.address())); }
  template <class T>
  void put(const uint8_t* place, T value) {
    std::memcpy(at(place), &value, sizeof value);
  }
  std::string refused() {
    Reason reason;
    CHECK(flat::verify(span_of(bytes), root_at(), flat::kInfo<pte::Program>, reason) == Error::BadFile);
    return reason.text();
  }
  bool says(const char* where, const char* what) {
    const std::string words = refused();
    CAPTURE(words);
    const bool good = words.find(std::string("damaged file: ") + where) == 0 && words.find(what) != std::string::npos;
    CHECK(good);
    return good;
  }
};

TEST_CASE("tables and their vtables") {
  Damaged d;
  SUBCASE("a table past the end") {
    d.put(d.bytes.data(), static_cast<uint32_t>(d.bytes.size() - 2));
    d.says("Program at byte ", "the table lies outside the program or is misaligned");
  }
  SUBCASE("a table at an odd byte") {
    d.put(d.bytes.data(), d.root_at() + 1);
    d.says("Program at byte ", "the table lies outside the program or is misaligned");
  }
  SUBCASE("a vtable past the end") {
    d.put(d.root().address(), int32_t{-0x10000});
    d.says("Program at byte ", "the vtable lies outside the program or is misaligned");
  }
  SUBCASE("a vtable of an odd size") {
    d.put(d.vtable(d.root()), uint16_t{5});
    d.says("Program at byte ", "the vtable has a wrong size");
  }
  SUBCASE("a field past the end") {
    d.put(d.vtable(d.plan()) + 4, uint16_t{0xfff0});
    d.says("ExecutionPlan.name at byte ", "the field lies outside the program or is misaligned");
  }
}

TEST_CASE("what fields point to") {
  Damaged d;
  const auto inputs = d.plan().inputs();
  SUBCASE("past the end") {
    d.put(d.plan().field(3), uint32_t{0x7ffffffc});
    d.says("ExecutionPlan.inputs at byte ", "points outside the program or is misaligned");
  }
  SUBCASE("more items than bytes") {
    d.put(inputs.data - 4, uint32_t{0x40000000});
    d.says("ExecutionPlan.inputs at byte ", "has more items than the program has bytes, or is misaligned");
  }
  SUBCASE("a string that goes on") {
    const auto name = d.plan().name();
    d.put(reinterpret_cast<const uint8_t*>(name.data) + name.size, uint8_t{'x'});
    d.says("ExecutionPlan.name at byte ", "the string has no end");
  }
  SUBCASE("a union of no known kind") {
    d.put(d.plan().values()[0].field(0), uint8_t{12});
    d.says("EValue.val at byte ", "the union's tag is unknown");
  }
}

TEST_CASE("a vector that many tables share is paid for at each") {
  // The tensors of upstream's files share their sizes; a file that names one large vector again and again would cost
  // its reader more than its own size.
  flat::FlatBuilder b;
  const auto sizes = b.vector(std::vector<int32_t>(4096));
  std::vector<flat::FlatBuilder::Ref> values;
  const auto file_with = [&](size_t mentions) {
    for (size_t i = 0; i < mentions; ++i) {
      b.begin();
      b.set(pte::Tensor::sizes_slot, sizes);
      const auto tensor = b.end();
      b.begin();
      b.set(pte::EValue::val_type_slot, static_cast<uint8_t>(pte::Tag::Tensor));
      b.set(pte::EValue::val_slot, tensor);
      values.push_back(b.end());
    }
    const auto list = b.vector(values);
    b.begin();
    b.set(pte::ExecutionPlan::values_slot, list);
    const auto plans = b.vector(std::vector<flat::FlatBuilder::Ref>{b.end()});
    b.begin();
    b.set(pte::Program::execution_plan_slot, plans);
    b.finish(b.end(), pte::kFileId);
  };
  Damaged d;
  SUBCASE("a few times") {
    file_with(8);
    d.bytes = {b.bytes().begin(), b.bytes().end()};
    Reason reason;
    CHECK(flat::verify(span_of(d.bytes), d.root_at(), flat::kInfo<pte::Program>, reason) == Error::Ok);
  }
  SUBCASE("in excess") {
    file_with(40);
    d.bytes = {b.bytes().begin(), b.bytes().end()};
    d.says("Tensor.sizes at byte ", "is one vector too many: vectors are shared in excess");
  }
}

}  // namespace
}  // namespace gleed
