// prims.cpp -- arithmetic on numbers (sizes known only at run time, loop counters) that programs do between operators.
#include <cmath>

#include "gleed/base/checked.h"
#include "gleed/core/op.h"

namespace gleed::ops {
namespace {

using Kind = Scalar::Kind;

bool is(Kind kind, Scalar a) { return a.kind == kind; }
bool are(Kind kind, Scalar a, Scalar b) { return is(kind, a) && is(kind, b); }

const char* kind_name(Scalar a) { return is(Kind::Int, a) ? "an int" : is(Kind::Double, a) ? "a float" : "a bool"; }

Error bad_kind(Context& ctx, const char* expected, Scalar given) {
  return ctx.fail(Error::BadArgument, {"expected ", expected, ", given ", kind_name(given)});
}
Error by_zero(Context& ctx, Scalar a) { return ctx.fail(Error::BadArgument, {"division of ", a.i, " by zero"}); }

// ---- a op b: two ints give an int, which wraps around on overflow; else a float ----

struct Add {
  template <class T>
  T operator()(T a, T b) const {
    return a + b;
  }
};
struct Sub {
  template <class T>
  T operator()(T a, T b) const {
    return a - b;
  }
};
struct Mul {
  template <class T>
  T operator()(T a, T b) const {
    return a * b;
  }
};

template <class F>
Error arithmetic(Context& ctx, Scalar a, Scalar b, Value& out) {
  if (is(Kind::Bool, a) || is(Kind::Bool, b)) return bad_kind(ctx, "ints or floats", is(Kind::Bool, a) ? a : b);
  if (are(Kind::Int, a, b)) {
    out.set(static_cast<int64_t>(F{}(static_cast<uint64_t>(a.i), static_cast<uint64_t>(b.i))));
  } else {
    out.set(F{}(a.as_double(), b.as_double()));
  }
  return Error::Ok;
}

struct Eq {
  template <class T>
  bool operator()(T a, T b) const {
    return a == b;
  }
};
struct Gt {
  template <class T>
  bool operator()(T a, T b) const {
    return a > b;
  }
};
struct Lt {
  template <class T>
  bool operator()(T a, T b) const {
    return a < b;
  }
};
struct Ge {
  template <class T>
  bool operator()(T a, T b) const {
    return a >= b;
  }
};
struct Le {
  template <class T>
  bool operator()(T a, T b) const {
    return a <= b;
  }
};

template <class F>
Error compare(Context& ctx, Scalar a, Scalar b, Value& out) {
  if (is(Kind::Bool, a) != is(Kind::Bool, b)) {
    return ctx.fail(Error::BadArgument,
                    {"expected two numbers or two bools, given ", kind_name(a), " and ", kind_name(b)});
  }
  out.set(is(Kind::Double, a) || is(Kind::Double, b) ? F{}(a.as_double(), b.as_double()) : F{}(a.i, b.i));
  return Error::Ok;
}

// ---- Division ----

// Python's a // b. b is not 0.
int64_t floor_divide(int64_t a, int64_t b) {
  if (b == -1) return static_cast<int64_t>(0 - static_cast<uint64_t>(a));
  return a / b - ((a % b != 0) && ((a < 0) != (b < 0)));
}
double floor_divide(double a, double b) {
  if (b == 0) return std::signbit(a) ? -INFINITY : INFINITY;
  const double rest = std::fmod(a, b), quotient = (a - rest) / b;
  return rest != 0 && std::signbit(rest) != std::signbit(b) ? quotient - 1 : quotient;
}

Error floordiv(Context& ctx, Scalar a, Scalar b, Value& out) {
  if (is(Kind::Bool, a) || is(Kind::Bool, b)) return bad_kind(ctx, "ints or floats", is(Kind::Bool, a) ? a : b);
  if (!are(Kind::Int, a, b)) return out.set(floor_divide(a.as_double(), b.as_double())), Error::Ok;
  if (b.i == 0) return by_zero(ctx, a);
  return out.set(floor_divide(a.i, b.i)), Error::Ok;
}

// Rounds towards zero, whatever its name says.
Error floordiv_int(Context& ctx, Scalar a, Scalar b, Value& out) {
  if (!are(Kind::Int, a, b)) return bad_kind(ctx, "two ints", is(Kind::Int, a) ? b : a);
  if (b.i == 0) return by_zero(ctx, a);
  return out.set(b.i == -1 ? floor_divide(a.i, b.i) : a.i / b.i), Error::Ok;
}

// The remainder has the sign of a.
Error mod(Context& ctx, Scalar a, Scalar b, Value& out) {
  if (!are(Kind::Int, a, b)) return bad_kind(ctx, "two ints", is(Kind::Int, a) ? b : a);
  if (b.i == 0) return by_zero(ctx, a);
  return out.set(b.i == -1 ? int64_t{0} : a.i % b.i), Error::Ok;
}

Error truediv(Context& ctx, Scalar a, Scalar b, Value& out) {
  if (is(Kind::Bool, a) || is(Kind::Bool, b)) return bad_kind(ctx, "ints or floats", is(Kind::Bool, a) ? a : b);
  if (are(Kind::Int, a, b) && b.i == 0) return by_zero(ctx, a);
  return out.set(a.as_double() / b.as_double()), Error::Ok;
}

// ---- One number ----

Error neg(Context& ctx, Scalar a, Value& out) {
  if (is(Kind::Bool, a)) return bad_kind(ctx, "an int or a float", a);
  if (is(Kind::Double, a)) return out.set(-a.d), Error::Ok;
  return out.set(static_cast<int64_t>(0 - static_cast<uint64_t>(a.i))), Error::Ok;
}

Error sym_float(Context&, Scalar a, Value& out) { return out.set(a.as_double()), Error::Ok; }

Error set_whole(Context& ctx, double d, Value& out) {
  if (!(d >= -9223372036854775808.0 && d < 9223372036854775808.0)) {
    return ctx.fail(Error::BadArgument, {d, " has no int of 64 bits"});
  }
  return out.set(static_cast<int64_t>(d)), Error::Ok;
}

double truncated(double d) { return std::trunc(d); }
double rounded_up(double d) { return std::ceil(d); }
// Halves go to the even neighbour.
double rounded(double d) {
  const double nearest = std::round(d);
  return std::fabs(nearest - d) == 0.5 ? 2 * std::round(d / 2) : nearest;
}

// An int stays as it is.
template <double (*F)(double)>
Error to_whole(Context& ctx, Scalar a, Value& out) {
  if (is(Kind::Bool, a)) return bad_kind(ctx, "a float", a);
  return is(Kind::Int, a) ? (out.set(a.i), Error::Ok) : set_whole(ctx, F(a.d), out);
}
Error sym_int(Context& ctx, Scalar a, Value& out) {
  return is(Kind::Double, a) ? set_whole(ctx, std::trunc(a.d), out) : (out.set(a.i), Error::Ok);
}

// ---- Choices ----

Error sym_max(Context& ctx, Scalar a, Scalar b, Value& out) {
  if (!are(Kind::Int, a, b)) return bad_kind(ctx, "two ints", is(Kind::Int, a) ? b : a);
  return out.set(a.i > b.i ? a.i : b.i), Error::Ok;
}
Error sym_min(Context& ctx, Scalar a, Scalar b, Value& out) {
  if (!are(Kind::Int, a, b)) return bad_kind(ctx, "two ints", is(Kind::Int, a) ? b : a);
  return out.set(a.i < b.i ? a.i : b.i), Error::Ok;
}
Error sym_not(Context& ctx, Scalar a, Value& out) {
  if (!is(Kind::Bool, a)) return bad_kind(ctx, "a bool", a);
  return out.set(a.i == 0), Error::Ok;
}
Error sym_ite(Context& ctx, Scalar condition, Scalar x, Scalar y, Value& out) {
  if (!is(Kind::Bool, condition)) return bad_kind(ctx, "a bool as the condition", condition);
  const Scalar chosen = condition.i ? x : y;
  if (is(Kind::Double, chosen)) return out.set(chosen.d), Error::Ok;
  if (is(Kind::Bool, chosen)) return out.set(chosen.i != 0), Error::Ok;
  return out.set(chosen.i), Error::Ok;
}

constexpr auto none = shape::none;
constexpr OpDef kDefs[] = {
    def<arithmetic<Add>>("executorch_prim::add.Scalar(Scalar a, Scalar b) -> Scalar", none, 0),
    def<arithmetic<Sub>>("executorch_prim::sub.Scalar(Scalar a, Scalar b) -> Scalar", none, 0),
    def<arithmetic<Mul>>("executorch_prim::mul.Scalar(Scalar a, Scalar b) -> Scalar", none, 0),
    def<floordiv>("executorch_prim::floordiv.Scalar(Scalar a, Scalar b) -> Scalar", none, 0),
    def<floordiv_int>("executorch_prim::floordiv.int(Scalar a, Scalar b) -> int", none, 0),
    def<mod>("executorch_prim::mod.int(Scalar a, Scalar b) -> int", none, 0),
    def<mod>("executorch_prim::mod.Scalar(Scalar a, Scalar b) -> Scalar", none, 0),
    def<truediv>("executorch_prim::truediv.Scalar(Scalar a, Scalar b) -> Scalar", none, 0),
    def<sym_float>("executorch_prim::sym_float.Scalar(Scalar a) -> Scalar", none, 0),
    def<sym_int>("executorch_prim::sym_int.Scalar(Scalar a) -> Scalar", none, 0),
    def<compare<Eq>>("executorch_prim::eq.Scalar(Scalar a, Scalar b) -> bool", none, 0),
    def<compare<Gt>>("executorch_prim::gt.Scalar(Scalar a, Scalar b) -> bool", none, 0),
    def<compare<Lt>>("executorch_prim::lt.Scalar(Scalar a, Scalar b) -> bool", none, 0),
    def<compare<Ge>>("executorch_prim::ge.Scalar(Scalar a, Scalar b) -> bool", none, 0),
    def<compare<Le>>("executorch_prim::le.Scalar(Scalar a, Scalar b) -> bool", none, 0),
    def<neg>("executorch_prim::neg.Scalar(Scalar a) -> Scalar", none, 0),
    def<sym_max>("executorch_prim::sym_max.Scalar(Scalar a, Scalar b) -> Scalar", none, 0),
    def<sym_min>("executorch_prim::sym_min.Scalar(Scalar a, Scalar b) -> Scalar", none, 0),
    def<sym_not>("executorch_prim::sym_not.Scalar(Scalar a) -> bool", none, 0),
    def<sym_ite>("executorch_prim::sym_ite.Scalar(Scalar b, Scalar t, Scalar f) -> Scalar", none, 0),
    def<to_whole<rounded_up>>("executorch_prim::ceil.Scalar(Scalar a) -> Scalar", none, 0),
    def<to_whole<truncated>>("executorch_prim::trunc.Scalar(Scalar a) -> Scalar", none, 0),
    def<to_whole<rounded>>("executorch_prim::round.Scalar(Scalar a) -> Scalar", none, 0),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(prims) = {gleed::ops::kDefs};
