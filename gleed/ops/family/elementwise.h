// elementwise.h -- the engine of operators whose every output element depends on the input elements of the same index.
//
// An operator hands over its inputs, its output and a body, a small function object on one element of each input:
//
//   binary<T>(a, b, out, common, [](T x, T y) { return x * y; });
//
// The engine broadcasts, walks any strides, merges dimensions into long rows and converts dtypes. Arithmetic is done in
// few C++ types, chosen by `compute` (float, also for the half types; double; int64_t, for all integers and bool), so
// that a body is compiled two or three times only: rows of those types are read and written in place, others go through
// blocks on the stack. A tensor is first brought to the `common` dtype of all inputs, as PyTorch does.
#pragma once
#include <initializer_list>

#include "gleed/ops/family/dispatch.h"

// Before a loop whose iterations are independent although its output may be one of its inputs.
#if defined(__clang__)
#define GLEED_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define GLEED_INDEPENDENT _Pragma("GCC ivdep")
#endif

namespace gleed::ops {

// An input: a tensor, or a number that stands for a tensor of rank 0.
struct Operand {
  const Tensor* tensor = nullptr;
  Scalar number;
  // Not rounded to the common dtype before it is used (PyTorch's rule for the numbers of half arithmetic).
  bool exact = false;

  Operand(const Tensor& t) : tensor(&t) {}
  Operand(const Tensor* t) : tensor(t) {}
  Operand(Scalar s) : number(s) {}
  int rank() const { return tensor ? tensor->rank : 0; }
  // The dtype of the elements at data().
  DType dtype() const {
    return tensor ? tensor->dtype : number.kind == Scalar::Kind::Double ? DType::Float64 : DType::Int64;
  }
  const void* data() const { return tensor ? tensor->data : static_cast<const void*>(&number.i); }
};

// torch.result_type of the operands: tensors of rank 0 and numbers count only where they are of a higher kind
// (bool < integer < real) than the tensors of higher rank.
DType common_dtype(std::initializer_list<Operand> operands);
// The same, of the first `operands` arguments: tensors, numbers, or absent ones.
DType common_dtype(Args args, int operands);
// The dtype that operators with real results (exp, true division) work in: float32 for integers.
inline DType real_dtype(DType t) { return dtypes::has(dtypes::kFloats, t) ? t : DType::Float32; }

// ---- Rules ----

enum class Gives : uint8_t {
  Common,  // the common dtype
  Real,    // the common dtype, float32 if that is an integer
  Bool,
};

// Broadcasts the first `operands` arguments (tensors or numbers; an absent one is skipped), checks that their common
// dtype is in `set` and that the result may be stored in output 0 (a real number never in an integer, a number never in
// a bool), and resizes that.
Error check_elementwise(Context& ctx, Args args, int operands, Gives gives, uint32_t set);
// The same as a rule.
template <int OPERANDS, Gives GIVES, uint32_t SET = dtypes::kAll>
Error elementwise(Context& ctx, Args args) {
  return check_elementwise(ctx, args, OPERANDS, GIVES, SET);
}
// MissingOp unless this build's kernels know the dtype.
Error check_dtype(Context& ctx, DType t);
// BadArgument unless elements of `result` may be stored in `out` (as above).
Error check_storable(Context& ctx, DType result, const Tensor& out);

// ---- The engine ----

constexpr int kMaxOperands = 3;

// One stretch of elements handed to a loop; steps are in elements.
struct Stretch {
  const void* in[kMaxOperands];
  int64_t step[kMaxOperands];
  void* out;
  int64_t out_step;
  int64_t n;
  // True when the output's and all inputs' steps are as given.
  bool steps(int64_t a, int64_t b) const { return out_step == 1 && step[0] == a && step[1] == b; }
};
using Loop = void (*)(const Stretch&, const void* body);

// How a loop reads and writes: operand i is converted to `via`, then to the C++ type of in_as[i]; what the loop writes
// is of type out_as, converted to out_via, then to the output's dtype.
struct Plan {
  Loop loop;
  const void* body;
  DType via;
  DType in_as[kMaxOperands];
  DType out_as;
  DType out_via;
};
void run(const Plan& plan, std::initializer_list<Operand> operands, Tensor& out);

// out = the operand's elements, broadcast and cast to out's dtype.
void copy(const Operand& from, Tensor& out);

// out = condition (bool or uint8) ? x : y, x and y cast to `common`.
void select(const Operand& condition, const Operand& x, const Operand& y, DType common, Tensor& out);

// *out = the number cast to `common`, then to `as`.
void round_number(Scalar number, DType common, DType as, void* out);

template <class T>
constexpr DType dtype_of = std::is_same_v<T, float>      ? DType::Float32
                           : std::is_same_v<T, double>   ? DType::Float64
                           : std::is_same_v<T, int64_t>  ? DType::Int64
                           : std::is_same_v<T, int32_t>  ? DType::Int32
                           : std::is_same_v<T, int16_t>  ? DType::Int16
                           : std::is_same_v<T, int8_t>   ? DType::Int8
                           : std::is_same_v<T, uint8_t>  ? DType::UInt8
                           : std::is_same_v<T, Half>     ? DType::Float16
                           : std::is_same_v<T, BFloat16> ? DType::BFloat16
                                                         : DType::Bool;

template <class T, class R, class F>
void unary_loop(const Stretch& s, const void* body) {
  const F f = *static_cast<const F*>(body);
  const T* x = static_cast<const T*>(s.in[0]);
  R* r = static_cast<R*>(s.out);
  if (s.out_step == 1 && s.step[0] == 1) {
    GLEED_INDEPENDENT
    for (int64_t i = 0; i < s.n; ++i) r[i] = f(x[i]);
  } else {
    for (int64_t i = 0; i < s.n; ++i) r[i * s.out_step] = f(x[i * s.step[0]]);
  }
}

template <class T, class R, class F>
void binary_loop(const Stretch& s, const void* body) {
  const F f = *static_cast<const F*>(body);
  const T* x = static_cast<const T*>(s.in[0]);
  const T* y = static_cast<const T*>(s.in[1]);
  R* r = static_cast<R*>(s.out);
  if (s.steps(1, 1)) {
    GLEED_INDEPENDENT
    for (int64_t i = 0; i < s.n; ++i) r[i] = f(x[i], y[i]);
  } else if (s.steps(1, 0)) {
    const T c = *y;
    GLEED_INDEPENDENT
    for (int64_t i = 0; i < s.n; ++i) r[i] = f(x[i], c);
  } else if (s.steps(0, 1)) {
    const T c = *x;
    GLEED_INDEPENDENT
    for (int64_t i = 0; i < s.n; ++i) r[i] = f(c, y[i]);
  } else {
    for (int64_t i = 0; i < s.n; ++i) r[i * s.out_step] = f(x[i * s.step[0]], y[i * s.step[1]]);
  }
}

template <class A, class B, class C, class R, class F>
void ternary_loop(const Stretch& s, const void* body) {
  const F f = *static_cast<const F*>(body);
  const A* x = static_cast<const A*>(s.in[0]);
  const B* y = static_cast<const B*>(s.in[1]);
  const C* z = static_cast<const C*>(s.in[2]);
  R* r = static_cast<R*>(s.out);
  if (s.steps(1, 1) && s.step[2] == 1) {
    GLEED_INDEPENDENT
    for (int64_t i = 0; i < s.n; ++i) r[i] = f(x[i], y[i], z[i]);
  } else {
    for (int64_t i = 0; i < s.n; ++i) {
      r[i * s.out_step] = f(x[i * s.step[0]], y[i * s.step[1]], z[i * s.step[2]]);
    }
  }
}

// The number as a tensor of dtype `common` would hold it, for arithmetic in T.
template <class T>
T number_as(Scalar number, DType common) {
  T value;
  round_number(number, common, dtype_of<T>, &value);
  return value;
}

// The dtype a body's result stands for: bool where it returns bool.
template <class R>
constexpr DType result_of(DType common) {
  return std::is_same_v<R, bool> ? DType::Bool : common;
}

// out = f(x), element by element, on elements of type T; `common` as explained above.
template <class T, class F>
void unary(const Operand& x, Tensor& out, DType common, F f) {
  using R = decltype(f(T()));
  run({&unary_loop<T, R, F>, &f, common, {dtype_of<T>}, dtype_of<R>, result_of<R>(common)}, {x}, out);
}
template <class T, class F>
void binary(const Operand& x, const Operand& y, Tensor& out, DType common, F f) {
  using R = decltype(f(T(), T()));
  run({&binary_loop<T, R, F>, &f, common, {dtype_of<T>, dtype_of<T>}, dtype_of<R>, result_of<R>(common)}, {x, y}, out);
}
template <class T, class F>
void ternary(const Operand& x, const Operand& y, const Operand& z, Tensor& out, DType common, F f) {
  using R = decltype(f(T(), T(), T()));
  run({&ternary_loop<T, T, T, R, F>,
       &f,
       common,
       {dtype_of<T>, dtype_of<T>, dtype_of<T>},
       dtype_of<R>,
       result_of<R>(common)},
      {x, y, z}, out);
}

// Calls f(Type<T>{}) with the type that arithmetic in `common` is done in: double, float or (unless REALS_ONLY)
// int64_t.
template <bool REALS_ONLY = false, class F>
void compute(DType common, F&& f) {
  constexpr uint32_t kBuilt = GLEED_DTYPES;  // what a selective build lacks is not compiled
  if (common == DType::Float64) {
    if constexpr (dtypes::has(kBuilt, DType::Float64)) f(Type<double>{});
  } else if (REALS_ONLY || dtypes::has(dtypes::kFloats, common)) {
    if constexpr (REALS_ONLY || (kBuilt & dtypes::kFloats) != 0) f(Type<float>{});
  } else {
    if constexpr (!REALS_ONLY && (kBuilt & dtypes::kIntsBool) != 0) f(Type<int64_t>{});
  }
}

// ---- Whole kernels, for operators that are a function object F with a templated call and no state ----

// F on the operand's own dtype.
template <class F>
Error unary_number(Context&, const Tensor& x, Tensor& out) {
  compute(x.dtype, [&](auto type) { unary<typename decltype(type)::type>(x, out, x.dtype, F{}); });
  return Error::Ok;
}
// F on real numbers only: integers become float32.
template <class F>
Error unary_real(Context&, const Tensor& x, Tensor& out) {
  const DType real = real_dtype(x.dtype);
  compute<true>(real, [&](auto type) { unary<typename decltype(type)::type>(x, out, real, F{}); });
  return Error::Ok;
}
// F on the common dtype. A and B: const Tensor& or Scalar.
template <class F>
void binary_common(const Operand& x, const Operand& y, Tensor& out) {
  const DType common = common_dtype({x, y});
  compute(common, [&](auto type) { binary<typename decltype(type)::type>(x, y, out, common, F{}); });
}
template <class F, class A, class B>
Error binary_number(Context&, A x, B y, Tensor& out) {
  binary_common<F>(x, y, out);
  return Error::Ok;
}

}  // namespace gleed::ops
