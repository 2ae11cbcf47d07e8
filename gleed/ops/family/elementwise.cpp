// elementwise.cpp -- promotion of operands, the shared rule, and the walk over rows.
#include "gleed/ops/family/elementwise.h"

#include "gleed/ops/family/convert.h"
#include "gleed/ops/family/strided_copy.h"

namespace gleed::ops {

namespace {

// The dtype that an operand brings into promotion: real numbers stand for float32.
DType kind_dtype(const Operand& o) {
  if (o.tensor) return o.tensor->dtype;
  switch (o.number.kind) {
    case Scalar::Kind::Double:
      return DType::Float32;
    case Scalar::Kind::Int:
      return DType::Int64;
    default:
      return DType::Bool;
  }
}

// A set of dtypes promoted so far, perhaps of none.
struct Promoted {
  bool any = false;
  DType dtype = DType::Bool;
  void add(DType t) { dtype = any ? promote(dtype, t) : t, any = true; }
};

// PyTorch's combine_categories: `low` counts only where it is of a higher kind.
Promoted combine(Promoted high, Promoted low) {
  if (!low.any || (high.any && dtypes::has(dtypes::kFloats, high.dtype))) return high;
  if (!high.any) return low;
  if (high.dtype == DType::Bool || dtypes::has(dtypes::kFloats, low.dtype)) high.add(low.dtype);
  return high;
}

DType common_dtype(const Operand* operands, int n) {
  Promoted dims, zero, numbers;
  for (int i = 0; i < n; ++i) {
    const Operand& o = operands[i];
    (!o.tensor ? numbers : o.tensor->rank == 0 ? zero : dims).add(kind_dtype(o));
  }
  return combine(dims, combine(zero, numbers)).dtype;
}

}  // namespace

DType common_dtype(std::initializer_list<Operand> operands) {
  return common_dtype(operands.begin(), static_cast<int>(operands.size()));
}

Error check_dtype(Context& ctx, DType t) {
  if (dtypes::has(dtypes::kAll & (GLEED_DTYPES), t)) return Error::Ok;
  return ctx.fail(Error::MissingOp,
                  {"no portable kernel for ", dtype_name(t), " in this build; cast to another dtype"});
}

Error check_storable(Context& ctx, DType result, const Tensor& out) {
  GLEED_TRY(check_dtype(ctx, out.dtype));
  const bool real = dtypes::has(dtypes::kFloats, result), out_real = dtypes::has(dtypes::kFloats, out.dtype);
  if (real > out_real || (result != DType::Bool && out.dtype == DType::Bool)) {
    return ctx.fail(Error::BadArgument, {"the result is ", dtype_name(result), " and cannot be stored in an output of ",
                                         dtype_name(out.dtype), "; cast explicitly"});
  }
  return Error::Ok;
}

DType common_dtype(Args args, int operands) {
  Operand present[kMaxOperands] = {Scalar(), Scalar(), Scalar()};
  int count = 0;
  for (int i = 0; i < operands; ++i) {
    Value& v = *args.values[i];
    if (v.tag == Value::Tag::Tensor) present[count++] = v.tensor;
    if (v.is_number()) present[count++] = op_detail::unbox<Scalar>(v, args.table);
  }
  return common_dtype(present, count);
}

Error check_elementwise(Context& ctx, Args args, int operands, Gives gives, uint32_t set) {
  const Tensor* tensors[kMaxOperands];
  size_t count = 0;
  for (int i = 0; i < operands; ++i) {
    const Value& v = *args.values[i];
    if (v.tag != Value::Tag::Tensor) continue;
    GLEED_TRY(check_dtype(ctx, v.tensor->dtype));
    tensors[count++] = v.tensor;
  }
  const DType common = common_dtype(args, operands);
  GLEED_TRY(check_dtype(ctx, common));
  if (!dtypes::has(set, common)) {
    return ctx.fail(Error::MissingOp, {"not defined for ", dtype_name(common), " operands; cast to another dtype"});
  }
  const DType result = gives == Gives::Bool ? DType::Bool : gives == Gives::Real ? real_dtype(common) : common;
  GLEED_TRY(check_storable(ctx, result, args.out()));
  return shape::broadcast_to_out(ctx, args, {tensors, count});
}

namespace {

constexpr int kMaxStreams = kMaxOperands + 1;

// Elements between neighbours in the output's dimension d; 0 where the operand is broadcast.
int64_t stride_in(const Operand& o, const Tensor& out, int d) {
  const int k = d - (out.rank - o.rank());
  return k < 0 || o.tensor->sizes[k] == 1 ? 0 : o.tensor->strides[k];
}

// The elements of several equally indexed tensors as rows. Stream 0 is the output, whose layout decides the order;
// dimensions that are contiguous to each other in every stream are merged.
struct Rows {
  int streams = 0;
  int rank = 0;                           // outer dimensions
  int64_t n = 1;                          // elements of a row
  int64_t step[kMaxStreams] = {};         // elements from one to the next within a row
  int64_t size[kMaxRank];                 // outer dimensions, outermost first
  int64_t stride[kMaxStreams][kMaxRank];  // elements
  int64_t index[kMaxRank] = {};
  int64_t offset[kMaxStreams] = {};  // elements from the start to this row

  Rows(const Tensor& out, const Operand* operands, int count) : streams(count + 1) {
    for (int d = 0; d < out.rank; ++d) {
      if (out.sizes[d] == 1) continue;
      int at = rank++;
      for (; at > 0 && stride[0][at - 1] < out.strides[d]; --at) {
        size[at] = size[at - 1];
        for (int s = 0; s < streams; ++s) stride[s][at] = stride[s][at - 1];
      }
      size[at] = out.sizes[d];
      stride[0][at] = out.strides[d];
      for (int s = 1; s < streams; ++s) stride[s][at] = stride_in(operands[s - 1], out, d);
    }
    merge();
    if (rank == 0) return;
    --rank;
    n = size[rank];
    for (int s = 0; s < streams; ++s) step[s] = stride[s][rank];
  }

  void merge() {
    int last = 0;
    for (int d = 1; d < rank; ++d) {
      bool joins = true;
      for (int s = 0; s < streams; ++s) joins &= stride[s][last] == stride[s][d] * size[d];
      if (joins) {
        size[last] *= size[d];
      } else {
        size[++last] = size[d];
      }
      for (int s = 0; s < streams; ++s) stride[s][last] = stride[s][d];
    }
    if (rank) rank = last + 1;
  }

  // Moves to the next row; false after the last.
  bool next() {
    for (int d = rank - 1; d >= 0; --d) {
      for (int s = 0; s < streams; ++s) offset[s] += stride[s][d];
      if (++index[d] < size[d]) return true;
      for (int s = 0; s < streams; ++s) offset[s] -= stride[s][d] * size[d];
      index[d] = 0;
    }
    return false;
  }
};

inline int64_t bytes_of(DType t) { return static_cast<int64_t>(dtype_bytes(t)); }

// Casts by way of a third dtype, as when an int64 number meets int8 tensors; n <= kBlock.
void convert_via(DType from, const void* src, int64_t src_step, DType via, DType to, void* dst, int64_t dst_step,
                 int64_t n) {
  if (from == via || via == to) return convert(from, src, src_step, to, dst, dst_step, n);
  alignas(8) uint8_t middle[kBlock * 8];
  convert(from, src, src_step, via, middle, 1, n);
  convert(via, middle, 1, to, dst, dst_step, n);
}

}  // namespace

void run(const Plan& plan, std::initializer_list<Operand> operands, Tensor& out) {
  if (out.numel() == 0) return;
  const int count = static_cast<int>(operands.size());
  Rows rows(out, operands.begin(), count);

  struct Source {
    const uint8_t* data;
    DType dtype, via, as;
    bool direct;
    alignas(8) uint8_t one[8];  // the converted value of an operand of one element
  } sources[kMaxOperands];
  bool direct = out.dtype == plan.out_via && plan.out_via == plan.out_as;
  const bool out_direct = direct;
  for (int i = 0; i < count; ++i) {
    const Operand& o = operands.begin()[i];
    Source& s = sources[i];
    s.data = static_cast<const uint8_t*>(o.data());
    s.dtype = o.dtype();
    s.as = plan.in_as[i];
    s.via = o.exact ? s.as : plan.via;
    s.direct = s.dtype == s.via && s.via == s.as;
    if (!s.direct && (o.rank() == 0 || o.tensor->numel() == 1)) {
      convert_via(s.dtype, s.data, 1, s.via, s.as, s.one, 1, 1);
      s.data = s.one, s.dtype = s.via = s.as, s.direct = true;
    }
    direct &= s.direct;
  }

  alignas(8) uint8_t in_block[kMaxOperands][kBlock * 8];
  alignas(8) uint8_t out_block[kBlock * 8];
  Stretch stretch;
  do {
    for (int64_t at = 0; at < rows.n; at += stretch.n) {
      stretch.n = direct || rows.n - at < kBlock ? rows.n - at : kBlock;
      for (int i = 0; i < count; ++i) {
        const Source& s = sources[i];
        const int64_t step = rows.step[i + 1];
        const uint8_t* from = s.data + (rows.offset[i + 1] + at * step) * bytes_of(s.dtype);
        stretch.in[i] = from, stretch.step[i] = step;
        if (s.direct) continue;
        convert_via(s.dtype, from, step, s.via, s.as, in_block[i], 1, step ? stretch.n : 1);
        stretch.in[i] = in_block[i], stretch.step[i] = step ? 1 : 0;
      }
      uint8_t* to = out.ptr<uint8_t>() + (rows.offset[0] + at * rows.step[0]) * bytes_of(out.dtype);
      stretch.out = out_direct ? to : out_block;
      stretch.out_step = out_direct ? rows.step[0] : 1;
      plan.loop(stretch, plan.body);
      if (!out_direct) {
        convert_via(plan.out_as, out_block, 1, plan.out_via, out.dtype, to, rows.step[0], stretch.n);
      }
    }
  } while (rows.next());
}

namespace {

// T is an unsigned integer; without a branch, as conditions are hard to predict.
struct Pick {
  template <class T>
  T operator()(uint8_t c, T x, T y) const {
    const T mask = static_cast<T>(-static_cast<T>(c != 0));
    return static_cast<T>((x & mask) | (y & ~mask));
  }
};
// Elements are only moved, so any type of the right size will do.
template <class T>
constexpr Loop kPick = &ternary_loop<uint8_t, T, T, T, Pick>;

}  // namespace

void select(const Operand& condition, const Operand& x, const Operand& y, DType common, Tensor& out) {
  const size_t bytes = dtype_bytes(common);
  const Loop loop = bytes == 1   ? kPick<uint8_t>
                    : bytes == 2 ? kPick<uint16_t>
                    : bytes == 4 ? kPick<uint32_t>
                                 : kPick<uint64_t>;
  const Pick pick;
  Operand as_is = condition;
  as_is.exact = true;
  run({loop, &pick, common, {condition.dtype(), common, common}, common, common}, {as_is, x, y}, out);
}

void round_number(Scalar number, DType common, DType as, void* out) {
  const Operand o(number);
  convert_via(o.dtype(), o.data(), 1, common, as, out, 1, 1);
}

void copy(const Operand& from, Tensor& out) {
  const void* data = from.data();
  DType dtype = from.dtype();
  alignas(8) uint8_t one[8];
  if (from.rank() == 0) {  // cast once
    convert(dtype, data, 1, out.dtype, one, 1, 1);
    data = one, dtype = out.dtype;
  }
  Box box;
  for (int d = 0; d < out.rank; ++d) box.add(out.sizes[d], stride_in(from, out, d), out.strides[d]);
  cast_box(box, data, dtype, out.data, out.dtype);
}

}  // namespace gleed::ops
