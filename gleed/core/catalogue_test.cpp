// catalogue_test.cpp -- look-up by exact name, and rows of this build's catalogue that could not be found or run.
#include "gleed/core/catalogue.h"

#include <doctest/doctest.h>

#include <cstring>
#include <set>
#include <string>

namespace gleed {
namespace {

Error copy_out(Context&, const Tensor&, Tensor&) { return Error::Ok; }
constexpr OpDef kDefs[] = {
    def<copy_out>("t::copy.out(Tensor x, *, Tensor(a!) out) -> Tensor(a!)", shape::like<0>, dtypes::kAll),
    def<copy_out>("t::copy(Tensor x, *, Tensor(a!) out) -> Tensor(a!)", shape::like<0>, dtypes::kAll),
};
constexpr OpFile kFile = {kDefs};
constexpr const OpFile* kFiles[] = {&kFile};
constexpr BackendDef kBackend = {"toaster", nullptr, nullptr, nullptr};
constexpr const BackendDef* kBackends[] = {&kBackend};
constexpr Catalogue kCatalogue = {kFiles, kBackends};

const OpDef* find(const std::string& key) { return kCatalogue.find_op(key.data(), key.size()); }

TEST_CASE("operators are found by their whole key") {
  CHECK(find("t::copy.out") == &kDefs[0]);
  CHECK(find("t::copy") == &kDefs[1]);
  CHECK(find("t::copy.ou") == nullptr);
  CHECK(find("t::copy.out(") == nullptr);
  CHECK(find("") == nullptr);
  const char not_ended[] = {'t', ':', ':', 'c', 'o', 'p', 'y'};  // a key need not end with a zero
  CHECK(kCatalogue.find_op(not_ended, sizeof not_ended) == &kDefs[1]);
}

TEST_CASE("backends are found by their name") {
  CHECK(kCatalogue.find_backend("toaster") == &kBackend);
  CHECK(kCatalogue.find_backend("toast") == nullptr);
  CHECK(kCatalogue.find_backend("") == nullptr);
}

TEST_CASE("an empty catalogue finds nothing") {
  const Catalogue empty;
  CHECK(empty.find_op("t::copy", 7) == nullptr);
  CHECK(empty.find_backend("toaster") == nullptr);
}

TEST_CASE("each row of this build can be found under a key of its own, and runs") {
  std::set<std::string> keys;
  for (const OpFile* file : catalogue().op_files) {
    CHECK(!file->defs.empty());
    for (const OpDef& def : file->defs) {
      const std::string key(def.schema, def.key_size);
      CAPTURE(key);
      CHECK(keys.insert(key).second);
      CHECK(def.schema[def.key_size] == '(');
      CHECK(catalogue().find_op(key.data(), key.size()) == &def);
      CHECK((def.kernel && def.rule));
      CHECK(def.args.valid);
      CHECK(def.key_size < 100);  // what a file can name
    }
  }
  CHECK(keys.size() >= 75);
  for (const BackendDef* backend : catalogue().backends) {
    CHECK((backend->load && backend->execute));
  }
}

}  // namespace
}  // namespace gleed
