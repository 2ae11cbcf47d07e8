// relu.cpp -- relu: max(x, 0); nan stays nan.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct Relu {
  template <class T>
  T operator()(T x) const {
    return x < T(0) ? T(0) : x;
  }
};

constexpr OpDef kDefs[] = {
    def<unary_number<Relu>>("aten::relu.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)",
                            elementwise<1, Gives::Common, dtypes::kNumbers>, dtypes::kNumbers, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(relu) = {gleed::ops::kDefs};
