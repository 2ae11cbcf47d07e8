// flat_test.cpp -- builder, views and verifier of flatbuffers on a schema of their own.
#include <doctest/doctest.h>

#include <cstring>
#include <string>

#include "gleed/format/flat_builder.h"
#include "gleed/format/flat_verify.h"

namespace gleed::flat {
namespace {

struct Leaf : Table {
  GLEED_TABLE(Leaf, 3)
  GLEED_FIELD(0, uint8_t, small)
  GLEED_FIELD(1, double, real)
  GLEED_FIELD(2, String, name)
};
struct OldLeaf : Table {  // what a reader knows that was built before `real` and `name` were added
  GLEED_TABLE(Leaf, 1)
  GLEED_FIELD(0, uint8_t, small)
};
struct Numbers : Table {
  GLEED_TABLE(Numbers, 1)
  GLEED_FIELD(0, Vector<int64_t>, items)
};
using Either = Union<Leaf, Numbers>;
struct Root : Table {
  GLEED_TABLE(Root, 4)
  GLEED_FIELD(0, Vector<Leaf>, leaves)
  GLEED_FIELD(1, uint8_t, either_type)
  GLEED_FIELD(2, Either, either)
  GLEED_FIELD(3, Vector<uint8_t>, blob)
};

struct Forest : Table {
  GLEED_TABLE(Forest, 2)
  GLEED_FIELD(0, Vector<Root>, roots)
  GLEED_FIELD(1, Vector<Numbers>, lists)
};

using Ref = FlatBuilder::Ref;

Ref leaf(FlatBuilder& b, int small, double real, const char* name) {
  const Ref text = b.string(name);
  b.begin();
  b.set(Leaf::small_slot, small);
  b.set(Leaf::real_slot, real);
  b.set(Leaf::name_slot, text);
  return b.end();
}

std::vector<uint8_t> sample(size_t alignment = 16) {
  FlatBuilder b;
  const Ref leaves = b.vector(std::vector<Ref>{leaf(b, 7, -0.5, "seven"), leaf(b, 8, 2.25, "")});
  const Ref items = b.vector(std::vector<int64_t>{-1, int64_t{1} << 40});
  b.begin();
  b.set(Numbers::items_slot, items);
  const Ref numbers = b.end();
  const uint8_t bytes[] = {1, 2, 3};
  const Ref blob = b.vector(Span<const uint8_t>(bytes), alignment);
  b.begin();
  b.set(Root::leaves_slot, leaves);
  b.set(Root::either_type_slot, 2);
  b.set(Root::either_slot, numbers);
  b.set(Root::blob_slot, blob);
  b.finish(b.end(), "TEST");
  return {b.bytes().begin(), b.bytes().end()};
}

Bytes span(const std::vector<uint8_t>& v) { return {v.data(), v.size()}; }
Root root_of(const std::vector<uint8_t>& v) { return Root(v.data() + load<uint32_t>(v.data())); }
Error check(const std::vector<uint8_t>& v, Reason& reason) {
  return verify(span(v), load<uint32_t>(v.data()), kInfo<Root>, reason);
}

TEST_CASE("what was built is read back") {
  const auto file = sample();
  Reason reason;
  REQUIRE(check(file, reason) == Error::Ok);
  const Root root = root_of(file);
  REQUIRE(root.leaves().size == 2);
  CHECK(root.leaves()[0].small() == 7);
  CHECK(root.leaves()[0].real() == -0.5);
  CHECK(std::string(root.leaves()[0].name().c_str()) == "seven");
  CHECK(root.leaves()[1].name().empty());
  CHECK(root.leaves()[1].name());
  REQUIRE(root.either_type() == 2);
  CHECK(root.either().as<Numbers>().items()[1] == int64_t{1} << 40);
  CHECK(root.blob().span()[2] == 3);
}

TEST_CASE("absent fields and null tables read as defaults") {
  const Leaf null;
  CHECK(!null);
  CHECK(null.real() == 0);
  CHECK(!null.name());
  CHECK(std::strlen(null.name().c_str()) == 0);
}

TEST_CASE("vectors are aligned in the file, and the file is a multiple of it") {
  for (const size_t alignment : {size_t{16}, size_t{64}, size_t{1024}}) {
    const auto file = sample(alignment);
    CHECK(file.size() % alignment == 0);
    CHECK((root_of(file).blob().data - file.data()) % static_cast<ptrdiff_t>(alignment) == 0);
  }
}

TEST_CASE("equal vtables are shared") {
  FlatBuilder b;
  const Ref leaves = b.vector(std::vector<Ref>{leaf(b, 7, 0, "seven"), leaf(b, 8, 0, "eight")});
  b.begin();
  b.set(Root::leaves_slot, leaves);
  b.finish(b.end(), "TEST");
  const std::vector<uint8_t> file(b.bytes().begin(), b.bytes().end());
  const auto vtable = [](const Table& t) { return t.address() - load<int32_t>(t.address()); };
  CHECK(vtable(root_of(file).leaves()[0]) == vtable(root_of(file).leaves()[1]));
}

TEST_CASE("fields that the reader does not know are ignored") {
  const auto file = sample();
  const Leaf leaf = root_of(file).leaves()[0];
  Reason reason;
  CHECK(verify(span(file), static_cast<uint64_t>(leaf.address() - file.data()), kInfo<OldLeaf>, reason) == Error::Ok);
}

TEST_CASE("no byte, set to anything, leads a reader astray") {
  const auto intact = sample();
  for (size_t at = 0; at < intact.size(); ++at) {
    for (const int value : {0, 1, 2, 3, 4, 127, 128, 255}) {
      auto file = intact;
      file[at] = static_cast<uint8_t>(value);
      Reason reason;
      if (check(file, reason) != Error::Ok) {
        CHECK(std::strlen(reason.text()) > 10);
        continue;
      }
      const Root root = root_of(file);
      uint64_t sum = 0;
      for (const Leaf l : root.leaves()) sum += l.small() + l.name().size + std::strlen(l.name().c_str());
      if (root.either_type() == 2) {
        for (const int64_t i : root.either().as<Numbers>().items()) sum += static_cast<uint64_t>(i);
      }
      for (const uint8_t byte : root.blob()) sum += byte;
      CHECK(sum != 1);  // read it all, for the sanitizers
    }
  }
}

TEST_CASE("the error names table and field") {
  auto file = sample();
  const auto blob = root_of(file).blob();
  const size_t at = static_cast<size_t>(blob.data - file.data()) - 4;
  file[at + 3] = 0x7f;
  Reason reason;
  CHECK(check(file, reason) == Error::BadFile);
  CHECK(std::string(reason.text()).find("Root.blob") != std::string::npos);
}

TEST_CASE("sharing in excess is refused, so that time stays linear") {
  FlatBuilder b;
  Reason reason;
  SUBCASE("tables") {
    const Ref leaves = b.vector(std::vector<Ref>(1000, leaf(b, 1, 1, "shared")));
    b.begin();
    b.set(Root::leaves_slot, leaves);
    const Ref root = b.end();
    const Ref roots = b.vector(std::vector<Ref>(1000, root));
    b.begin();
    b.set(Forest::roots_slot, roots);
  }
  SUBCASE("vectors") {
    const Ref items = b.vector(std::vector<int64_t>(10000));
    std::vector<Ref> lists;
    for (int i = 0; i < 1000; ++i) {
      b.begin();
      b.set(Numbers::items_slot, items);
      lists.push_back(b.end());
    }
    const Ref all = b.vector(lists);
    b.begin();
    b.set(Forest::lists_slot, all);
  }
  b.finish(b.end(), "TEST");
  const std::vector<uint8_t> file(b.bytes().begin(), b.bytes().end());
  CHECK(verify(span(file), load<uint32_t>(file.data()), kInfo<Forest>, reason) == Error::BadFile);
  CHECK(std::string(reason.text()).find("shared in excess") != std::string::npos);
}

}  // namespace
}  // namespace gleed::flat
