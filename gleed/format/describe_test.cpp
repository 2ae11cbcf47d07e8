// describe_test.cpp -- the listing says what a reader of it looks for.
#include "gleed/format/describe.h"

#include <doctest/doctest.h>

#include "gleed/format/test_golden.h"

namespace gleed {
namespace {

std::string listing(const char* name, const DescribeOptions& options = {}) {
  const auto bytes = golden(name);
  Reason reason;
  ProgramView view;
  REQUIRE(verify_program(span_of(bytes), reason, &view) == Error::Ok);
  return describe(view, options);
}

bool has(const std::string& text, const char* line) { return text.find(line) != std::string::npos; }

TEST_CASE("a listing") {
  const std::string mlp = listing("mlp.pte");
  CHECK(has(mlp, "method \"forward\": 30 values"));
  CHECK(has(mlp, "input 0: float32["));
  CHECK(has(mlp, "segment 0: 4,052 bytes at 0"));
  CHECK(!has(mlp, "value 0:"));
  DescribeOptions all;
  all.values = all.instructions = true;
  CHECK(has(listing("mlp.pte", all), "  value 0: float32["));
  CHECK(has(listing("mlp.pte", all), "  instruction 0: aten::"));
  CHECK(has(listing("channels_last.pte", all), "dim_order [0, 2, 3, 1]"));
  CHECK(has(listing("dynamic_shapes.pte"), "dynamic, at most this"));
  CHECK(has(listing("xnn_fp32.pte"), "delegate 0: XnnpackBackend"));
  CHECK(has(listing("ptd_mlp.pte", all), "from data file, key \""));
  CHECK(has(listing("cond.pte", all), "if not value "));
}

TEST_CASE("operators and their dtypes") {
  const auto bytes = golden("embed_index.pte");
  Reason reason;
  ProgramView view;
  REQUIRE(verify_program(span_of(bytes), reason, &view) == Error::Ok);
  const auto ops = list_ops(view);
  REQUIRE(!ops.empty());
  bool found = false;
  for (const OpUse& op : ops) {
    CHECK(op.calls > 0);
    if (op.name != "aten::embedding.out") continue;
    found = true;
    CHECK(op.dtypes == std::vector<std::string>{"float32", "int64"});
  }
  CHECK(found);
}

}  // namespace
}  // namespace gleed
