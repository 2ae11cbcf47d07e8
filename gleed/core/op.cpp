// op.cpp -- which values fit an argument, and the shape rules that many operators share.
#include "gleed/core/op.h"

namespace gleed {

bool fits(ArgKind kind, const Value& v) {
  using Tag = Value::Tag;
  const bool none = v.tag == Tag::None;
  switch (kind) {
    case ArgKind::Tensor:
    case ArgKind::Out:
      return v.tag == Tag::Tensor;
    case ArgKind::OptTensor:
      return none || v.tag == Tag::Tensor;
    case ArgKind::TensorList:
    case ArgKind::OptTensorList:
    case ArgKind::OutList:
      return v.tag == Tag::TensorList || v.tag == Tag::OptionalTensorList;
    case ArgKind::Scalar:
    case ArgKind::Int:
    case ArgKind::Float:
    case ArgKind::Bool:
    case ArgKind::Result:
      return v.is_number();
    case ArgKind::OptScalar:
    case ArgKind::OptInt:
    case ArgKind::OptFloat:
    case ArgKind::OptBool:
      return none || v.is_number();
    case ArgKind::IntList:
      return v.tag == Tag::IntList;
    case ArgKind::OptIntList:
      return none || v.tag == Tag::IntList;
    case ArgKind::FloatList:
      return v.tag == Tag::DoubleList;
    case ArgKind::OptFloatList:
      return none || v.tag == Tag::DoubleList;
    case ArgKind::BoolList:
      return v.tag == Tag::BoolList;
    case ArgKind::Str:
      return v.tag == Tag::String;
    case ArgKind::OptStr:
      return none || v.tag == Tag::String;
    case ArgKind::Unknown:
      break;
  }
  return false;
}

namespace {

// Calls f(tensor, whether it is written) for each tensor among the arguments, those in lists too.
template <class F>
void for_each_tensor(const Args& args, F&& f) {
  for (size_t i = 0; i < args.count; ++i) {
    const Value& v = *args.values[i];
    const bool written = args.def->args.kinds[i] == ArgKind::Out || args.def->args.kinds[i] == ArgKind::OutList;
    if (v.tag == Value::Tag::Tensor) f(*v.tensor, written);
    if (v.tag != Value::Tag::TensorList && v.tag != Value::Tag::OptionalTensorList) continue;
    const TensorList list{args.table, {v.tensor_items, v.count}};
    for (size_t k = 0; k < list.size(); ++k) {
      if (list[k]) f(*list[k], written);
    }
  }
}

}  // namespace

bool writes_its_input(const Args& args) {
  if (args.def->flags & (kInPlace | kOntoItself)) return false;
  bool found = false;
  for_each_tensor(args, [&](Tensor& t, bool written) {
    if (!written) return;
    found |= t.marked;
    t.marked = true;
  });
  for_each_tensor(args, [&](const Tensor& t, bool written) { found |= !written && t.marked; });
  for_each_tensor(args, [](Tensor& t, bool) { t.marked = false; });
  return found;
}

namespace shape {

Error broadcast_to_out(Context& ctx, Args args, Span<const Tensor* const> inputs) {
  int rank = 0;
  for (const Tensor* t : inputs) rank = t->rank > rank ? t->rank : rank;
  int64_t sizes[kMaxRank];
  for (int d = 0; d < rank; ++d) sizes[d] = 1;
  for (const Tensor* t : inputs) {
    const int shift = rank - t->rank;
    for (int d = 0; d < t->rank; ++d) {
      int64_t& size = sizes[d + shift];
      if (t->sizes[d] == size || t->sizes[d] == 1) continue;
      if (size != 1) {
        return ctx.fail(Error::BadArgument, {"sizes ", size, " and ", t->sizes[d], " in dimension ", d + shift,
                                             " of the result do not broadcast"});
      }
      size = t->sizes[d];
    }
  }
  return resize(ctx, args.out(), {sizes, static_cast<size_t>(rank)});
}

}  // namespace shape
}  // namespace gleed
