// cumprod.cpp -- cumprod: the running product along a dimension, of the input cast to the output's dtype.
#include "gleed/ops/family/scan.h"

namespace gleed::ops {
namespace {

Error cumprod_out(Context&, const Tensor& x, int64_t dim, std::optional<int64_t>, Tensor& out) {
  scan(x, dim, 1, out, [](auto carried, auto element) { return carried * static_cast<decltype(carried)>(element); });
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<cumprod_out>("aten::cumprod.out(Tensor self, int dim, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!)",
                     shape::typed<scan_shape>, dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(cumprod) = {gleed::ops::kDefs};
