// describe.cpp -- text from a verified program.
#include "gleed/format/describe.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <map>
#include <set>

namespace gleed {
namespace {

std::string text(const flat::String& s) { return {s.c_str(), s.size}; }

// Thousands in groups, as byte counts have many digits: 1,234,567.
std::string grouped(uint64_t n) {
  std::string digits = std::to_string(n);
  for (size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
  return digits;
}

template <class T>
std::string joined(const T& items, const char* open, const char* close) {
  std::string out = open;
  bool first = true;
  for (const auto item : items) {
    if (!first) out += ", ";
    first = false;
    out += std::to_string(item);
  }
  return out + close;
}

bool is_plain(const flat::Vector<uint8_t>& order) {
  for (uint32_t i = 0; i < order.size; ++i) {
    if (order[i] != i) return false;
  }
  return true;
}

std::string of_tensor(const pte::Tensor& t) {
  std::string out = dtype_name(t.dtype());
  out += joined(t.sizes(), "[", "]");
  if (!is_plain(t.dim_order())) out += joined(t.dim_order(), " dim_order [", "]");
  if (t.dynamism() == pte::Dynamism::Bound) out += " dynamic, at most this";
  const pte::ExtraTensorInfo extra = t.extra_tensor_info();
  if (t.is_external()) {
    out += " from data file, key \"" + text(extra.fully_qualified_name()) + "\"";
  } else {
    if (t.is_constant()) out += " constant " + std::to_string(t.data_buffer_idx());
    if (t.has_initial_value()) out += " initial value " + std::to_string(t.data_buffer_idx());
    if (extra.fully_qualified_name()) out += " \"" + text(extra.fully_qualified_name()) + "\"";
  }
  if (const auto place = t.allocation_info()) {
    out += " in arena " + std::to_string(place.memory_id()) + " at " + grouped(place.offset());
  }
  return out;
}

std::string of_value(const pte::EValue& v) {
  switch (v.tag()) {
    case pte::Tag::Int:
      return "int " + std::to_string(v.as<pte::Int>().int_val());
    case pte::Tag::Bool:
      return v.as<pte::Bool>().bool_val() ? "bool true" : "bool false";
    case pte::Tag::Double: {
      char number[40];
      std::snprintf(number, sizeof number, "double %.17g", v.as<pte::Double>().double_val());
      return number;
    }
    case pte::Tag::Tensor:
      return of_tensor(v.as<pte::Tensor>());
    case pte::Tag::String:
      return "string \"" + text(v.as<pte::StringValue>().string_val()) + "\"";
    case pte::Tag::IntList:
      return "int list, values " + joined(v.as<pte::IntList>().items(), "[", "]");
    case pte::Tag::DoubleList:
      return "double list " + joined(v.as<pte::DoubleList>().items(), "[", "]");
    case pte::Tag::BoolList:
      return "bool list " + joined(v.as<pte::BoolList>().items(), "[", "]");
    case pte::Tag::TensorList:
      return "tensor list, values " + joined(v.as<pte::TensorList>().items(), "[", "]");
    case pte::Tag::OptionalTensorList:
      return "optional tensor list, values " + joined(v.as<pte::OptionalTensorList>().items(), "[", "]");
    default:
      return "none";
  }
}

std::string op_name(const pte::Operator& op) {
  return op.overload().empty() ? text(op.name()) : text(op.name()) + "." + text(op.overload());
}

std::string of_instruction(const pte::ExecutionPlan& plan, const pte::Instruction& i) {
  switch (i.call()) {
    case pte::Call::Kernel: {
      const auto call = i.as<pte::KernelCall>();
      return op_name(plan.operators()[static_cast<uint32_t>(call.op_index())]) + joined(call.args(), "(", ")");
    }
    case pte::Call::Delegate: {
      const auto call = i.as<pte::DelegateCall>();
      return "delegate " + std::to_string(call.delegate_index()) + joined(call.args(), "(", ")");
    }
    case pte::Call::Move: {
      const auto call = i.as<pte::MoveCall>();
      return "move " + std::to_string(call.move_from()) + " to " + std::to_string(call.move_to());
    }
    case pte::Call::JumpFalse: {
      const auto call = i.as<pte::JumpFalseCall>();
      return "if not value " + std::to_string(call.cond_value_index()) + " jump to " +
             std::to_string(call.destination_instruction());
    }
    default:
      return "free " + std::to_string(i.as<pte::FreeCall>().value_index());
  }
}

// Bytes of the distinct constants that some tensor names.
uint64_t constant_bytes(const pte::Program& root) {
  std::map<uint32_t, uint64_t> bytes;
  for (const pte::ExecutionPlan plan : root.execution_plan()) {
    for (const pte::EValue value : plan.values()) {
      if (value.tag() != pte::Tag::Tensor || !value.as<pte::Tensor>().is_constant()) continue;
      uint64_t& entry = bytes[value.as<pte::Tensor>().data_buffer_idx()];
      entry = std::max(entry, value.as<pte::Tensor>().bytes());
    }
  }
  uint64_t sum = 0;
  for (const auto& [index, n] : bytes) sum += n;
  return sum;
}

class Listing {
 public:
  explicit Listing(const ProgramView& view, const DescribeOptions& options) : view_(view), options_(options) {}

  std::string text_of_all() {
    file();
    for (const pte::ExecutionPlan plan : view_.root.execution_plan()) method(plan);
    return std::move(out_);
  }

 private:
  void line(const std::string& words) { out_ += words + "\n"; }

  void file() {
    const pte::Program& root = view_.root;
    line("program " + grouped(view_.head.program_size) + " bytes, segments " + grouped(view_.head.segment_data_size) +
         " bytes from byte " + grouped(view_.head.segment_base));
    line("constants " + grouped(constant_bytes(root)) + " bytes");
    for (uint32_t i = 0; i < root.segments().size; ++i) {
      const pte::DataSegment s = root.segments()[i];
      line("segment " + std::to_string(i) + ": " + grouped(s.size()) + " bytes at " + grouped(s.offset()));
    }
    for (const pte::NamedData named : root.named_data()) {
      line("named data \"" + text(named.key()) + "\" in segment " + std::to_string(named.segment_index()));
    }
  }

  void method(const pte::ExecutionPlan& plan) {
    const auto instructions = plan.chains()[0].instructions();
    line("method \"" + text(plan.name()) + "\": " + std::to_string(plan.values().size) + " values, " +
         std::to_string(instructions.size) + " instructions");
    places(plan, plan.inputs(), "input");
    places(plan, plan.outputs(), "output");
    const auto arenas = plan.non_const_buffer_sizes();
    for (uint32_t i = 1; i < arenas.size; ++i) {
      line("  arena " + std::to_string(i) + ": " + grouped(static_cast<uint64_t>(arenas[i])) + " bytes");
    }
    operators(plan);
    for (uint32_t i = 0; i < plan.delegates().size; ++i) delegate(plan.delegates()[i], i);
    if (options_.values) {
      for (uint32_t i = 0; i < plan.values().size; ++i)
        line("  value " + std::to_string(i) + ": " + of_value(plan.values()[i]));
    }
    if (options_.instructions) {
      for (uint32_t i = 0; i < instructions.size; ++i) {
        line("  instruction " + std::to_string(i) + ": " + of_instruction(plan, instructions[i]));
      }
    }
  }

  void places(const pte::ExecutionPlan& plan, const flat::Vector<int32_t>& numbers, const char* what) {
    for (uint32_t i = 0; i < numbers.size; ++i) {
      const pte::EValue value = plan.values()[static_cast<uint32_t>(numbers[i])];
      line(std::string("  ") + what + " " + std::to_string(i) + ": " + of_value(value));
    }
  }

  void operators(const pte::ExecutionPlan& plan) {
    struct Calls {
      uint64_t count = 0;
      std::string missing;  // the first dtype that this build has no kernel for
    };
    std::map<std::string, Calls> calls;
    for (const pte::Operator op : plan.operators()) calls[op_name(op)];
    for (const pte::Instruction i : plan.chains()[0].instructions()) {
      if (i.call() != pte::Call::Kernel) continue;
      const auto call = i.as<pte::KernelCall>();
      const std::string name = op_name(plan.operators()[static_cast<uint32_t>(call.op_index())]);
      Calls& entry = calls[name];
      ++entry.count;
      const OpDef* def = options_.catalogue ? options_.catalogue->find_op(name.data(), name.size()) : nullptr;
      const pte::Tensor first = first_tensor(plan, call);
      if (def && first && !dtypes::has(def->dtypes, first.dtype())) entry.missing = dtype_name(first.dtype());
    }
    for (const auto& [name, entry] : calls) {
      std::string words =
          "  operator " + name + ": " + std::to_string(entry.count) + (entry.count == 1 ? " call" : " calls");
      if (options_.catalogue) {
        if (!options_.catalogue->find_op(name.data(), name.size())) {
          words += ", no kernel in this build";
        } else {
          words += entry.missing.empty() ? ", portable kernel" : ", no kernel for " + entry.missing;
        }
      }
      line(words);
    }
  }

  // The argument whose dtype chooses the kernel; none when no argument is a tensor.
  static pte::Tensor first_tensor(const pte::ExecutionPlan& plan, const pte::KernelCall& call) {
    for (const int32_t arg : call.args()) {
      const pte::EValue value = plan.values()[static_cast<uint32_t>(arg)];
      if (value.tag() == pte::Tag::Tensor) return value.as<pte::Tensor>();
    }
    return {};
  }

  void delegate(const pte::BackendDelegate& d, uint32_t i) {
    const bool in_segment = d.processed().location() == static_cast<int8_t>(pte::BlobLocation::Segment);
    const uint32_t index = d.processed().index();
    const uint64_t bytes =
        in_segment ? view_.root.segments()[index].size() : view_.root.backend_delegate_data()[index].data().size;
    std::string words = "  delegate " + std::to_string(i) + ": " + text(d.id()) + ", " + grouped(bytes) + " bytes " +
                        (in_segment ? "in segment " + std::to_string(index) : "inline");
    if (options_.catalogue && !options_.catalogue->find_backend(d.id().c_str()))
      words += ", no such backend in this build";
    line(words);
  }

  const ProgramView& view_;
  const DescribeOptions& options_;
  std::string out_;
};

void add_dtypes(const pte::ExecutionPlan& plan, uint32_t number, std::set<std::string>* out) {
  const pte::EValue value = plan.values()[number];
  const auto add_list = [&](const flat::Vector<int32_t>& items) {
    for (const int32_t item : items) {
      if (item >= 0) add_dtypes(plan, static_cast<uint32_t>(item), out);
    }
  };
  if (value.tag() == pte::Tag::Tensor) out->insert(dtype_name(value.as<pte::Tensor>().dtype()));
  if (value.tag() == pte::Tag::TensorList) add_list(value.as<pte::TensorList>().items());
  if (value.tag() == pte::Tag::OptionalTensorList) add_list(value.as<pte::OptionalTensorList>().items());
}

}  // namespace

std::string describe(const ProgramView& view, const DescribeOptions& options) {
  return Listing(view, options).text_of_all();
}

std::vector<OpUse> list_ops(const ProgramView& view) {
  struct Use {
    std::set<std::string> dtypes;
    uint64_t calls = 0;
  };
  std::map<std::string, Use> uses;
  for (const pte::ExecutionPlan plan : view.root.execution_plan()) {
    for (const pte::Instruction i : plan.chains()[0].instructions()) {
      if (i.call() != pte::Call::Kernel) continue;
      const auto call = i.as<pte::KernelCall>();
      Use& use = uses[op_name(plan.operators()[static_cast<uint32_t>(call.op_index())])];
      ++use.calls;
      for (const int32_t arg : call.args()) add_dtypes(plan, static_cast<uint32_t>(arg), &use.dtypes);
    }
  }
  std::vector<OpUse> out;
  for (const auto& [name, use] : uses) out.push_back({name, {use.dtypes.begin(), use.dtypes.end()}, use.calls});
  return out;
}

}  // namespace gleed
