// prod.cpp -- prod: the product over a dimension or of all elements, of the input cast to the output's dtype.
#include "gleed/ops/family/reduce.h"

namespace gleed::ops {
namespace {

using OptInt = std::optional<int64_t>;

template <class T>
struct Product {
  using In = T;
  using Acc = T;
  static constexpr int kPasses = 1;

  static T times(T a, T x) {
    if constexpr (std::is_integral_v<T>) return static_cast<T>(static_cast<uint64_t>(a) * static_cast<uint64_t>(x));
    return a * x;
  }
  T start() const { return 1; }
  void along(int, T& a, const T* x, int64_t n) const {
    for (int64_t i = 0; i < n; ++i) a = times(a, x[i]);
  }
  void across(int, T* a, const T* x, int64_t n) const {
    for (int64_t i = 0; i < n; ++i) a[i] = times(a[i], x[i]);
  }
  void finish(int, T&, int64_t) const {}
};

void prod_over(const Tensor& x, uint32_t dims, Tensor& out) {
  compute(out.dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    const Reader<T> reader(x, out.dtype);
    reduce(Product<T>{}, make_fold(x, dims, out), reader, [&](const T* acc, int64_t n, const Place& place) {
      convert(dtype_of<T>, acc, 1, out.dtype, at(out, place.offset[0]), place.step[0], n);
    });
  });
}

Error prod_shape(Context& ctx, const Tensor& x, int64_t dim, bool keepdim, OptInt dtype, Tensor& out) {
  uint32_t dims = 0;
  GLEED_TRY(expect_given(ctx, dtype, out));
  GLEED_TRY(read_dim(ctx, dim, x.rank, &dims));
  return resize_reduced(ctx, x, dims, keepdim, out);
}
Error prod_out(Context&, const Tensor& x, int64_t dim, bool, OptInt, Tensor& out) {
  prod_over(x, 1u << wrap_dim(dim, x.rank), out);
  return Error::Ok;
}

Error prod_all_shape(Context& ctx, const Tensor& x, OptInt dtype, Tensor& out) {
  GLEED_TRY(expect_given(ctx, dtype, out));
  return resize_reduced(ctx, x, kAllDims, false, out);
}
Error prod_all_out(Context&, const Tensor& x, OptInt, Tensor& out) {
  prod_over(x, kAllDims, out);
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<prod_out>("aten::prod.int_out(Tensor self, int dim, bool keepdim=False, *, ScalarType? dtype=None, "
                  "Tensor(a!) out) -> Tensor(a!)",
                  shape::typed<prod_shape>, dtypes::kAll),
    def<prod_all_out>("aten::prod.out(Tensor self, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!)",
                      shape::typed<prod_all_shape>, dtypes::kAll),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(prod) = {gleed::ops::kDefs};
