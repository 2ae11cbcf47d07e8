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

}  // namespace
}  // namespace gleed
