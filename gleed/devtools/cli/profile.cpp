// profile.cpp -- events to times, times to tables.
#include "gleed/devtools/cli/profile.h"

#include <algorithm>
#include <cstring>
#include <map>

#include "gleed/devtools/cli/print.h"
#include "gleed/devtools/cli/session.h"

namespace gleed::cli {

namespace {

// The type of the tensor that an instruction makes: of a delegate the last argument, of an operator its first output.
std::string result_of(const Program& program, const pte::ExecutionPlan& plan, const pte::Instruction& instruction) {
  int32_t value = -1;
  if (instruction.call() == pte::Call::Delegate) {
    const auto args = instruction.as<pte::DelegateCall>().args();
    if (args.size) value = args[args.size - 1];
  } else if (instruction.call() == pte::Call::Kernel) {
    const auto call = instruction.as<pte::KernelCall>();
    const auto op = plan.operators()[static_cast<uint32_t>(call.op_index())];
    std::string key(op.name().c_str(), op.name().size);
    if (!op.overload().empty()) key += "." + std::string(op.overload().c_str(), op.overload().size);
    const OpDef* def = program.catalogue().find_op(key.data(), key.size());
    for (uint32_t i = 0; def && value < 0 && i < call.args().size && i < def->args.count; ++i) {
      if (def->args.kinds[i] == ArgKind::Out) value = call.args()[i];
    }
  }
  if (value < 0) return "";
  const pte::EValue source = plan.values()[static_cast<uint32_t>(value)];
  if (source.tag() != pte::Tag::Tensor) return "";
  const auto tensor = source.as<pte::Tensor>();
  const char* bound = tensor.dynamism() == pte::Dynamism::Static ? "" : " at most";
  return type_text(tensor.dtype(), tensor.sizes().span()) + bound;
}

}  // namespace

Profile::Profile(const Program& program, const char* method) : method_(method) {
  Reason reason;
  pte::ExecutionPlan plan;
  if (program.find_plan(method, reason, &plan) != Error::Ok) return;  // loading it will say so
  const auto instructions = plan.chains()[0].instructions();
  rows_.resize(instructions.size);
  for (uint32_t i = 0; i < instructions.size; ++i) rows_[i].result = result_of(program, plan, instructions[i]);
  memory_.reserve(plan.non_const_buffer_sizes().size + 1);
}

void Profile::on_event(void* self, const Event& event) { static_cast<Profile*>(self)->note(event); }

void Profile::note(const Event& event) {
  const double now = now_ms();
  switch (event.kind) {
    case Event::Kind::LoadBegin:
      load_begun_ = now;
      break;
    case Event::Kind::LoadEnd:
      load_ms_ = now - load_begun_;
      break;
    case Event::Kind::Arena:
      memory_.push_back({event.index, event.bytes});
      break;
    case Event::Kind::ExecuteBegin:
      run_begun_ = now;
      break;
    case Event::Kind::ExecuteEnd:
      run_ms_ += now - run_begun_;
      ++runs_;
      break;
    case Event::Kind::OpBegin:
    case Event::Kind::DelegateBegin:
      begun_ = now_ms();
      break;
    case Event::Kind::OpEnd:
    case Event::Kind::DelegateEnd: {
      Row& row = rows_[event.index];
      row.name = event.name;
      row.name_size = static_cast<uint32_t>(event.bytes ? event.bytes : std::strlen(event.name));
      row.ms += now - begun_;
      ++row.calls;
      break;
    }
  }
}

std::string Profile::share(double ms) const { return format("%.1f%%", run_ms_ > 0 ? 100 * ms / run_ms_ : 0.0); }

std::string Profile::by_instruction() const {
  TextTable table("rrrll");
  table.add({"instruction", "ms", "share", "operator", "result"});
  for (size_t i = 0; i < rows_.size(); ++i) {
    const Row& row = rows_[i];
    if (!row.calls) continue;
    table.add({std::to_string(i),
               format("%.4f", row.ms / static_cast<double>(runs_)),
               share(row.ms),
               {row.name, row.name_size},
               row.result});
  }
  return table.text();
}

std::string Profile::by_operator() const {
  struct Sum {
    std::string name;
    double ms = 0;
    uint64_t calls = 0;
  };
  std::map<std::string, Sum> sums;
  double left = run_ms_;
  for (const Row& row : rows_) {
    if (!row.calls) continue;
    Sum& sum = sums[{row.name, row.name_size}];
    sum.name.assign(row.name, row.name_size);
    sum.ms += row.ms, sum.calls += row.calls, left -= row.ms;
  }
  std::vector<Sum> sorted;
  for (const auto& entry : sums) sorted.push_back(entry.second);
  std::stable_sort(sorted.begin(), sorted.end(), [](const Sum& a, const Sum& b) { return a.ms > b.ms; });
  const auto runs = static_cast<double>(runs_);
  TextTable table("lrrr");
  table.add({"operator", "calls", "ms", "share"});
  for (const Sum& sum : sorted) {
    table.add({sum.name, grouped(sum.calls / runs_), format("%.4f", sum.ms / runs), share(sum.ms)});
  }
  table.add({"(between instructions)", "", format("%.4f", left / runs), share(left)});
  return table.text();
}

std::string Profile::text() const {
  if (!runs_) return "profile of \"" + method_ + "\": it never ran to its end\n";
  std::string out = "profile of \"" + method_ + "\": " + grouped(runs_) + (runs_ == 1 ? " run" : " runs, mean") +
                    format(" of %.4f ms; loaded in %.4f ms", run_ms_ / static_cast<double>(runs_), load_ms_) + "\n";
  for (const Memory& m : memory_) {
    out += (m.id ? "arena " + std::to_string(m.id) : std::string("scratch")) + ": " + grouped(m.bytes) + " bytes\n";
  }
  return out + "\n" + by_instruction() + "\n" + by_operator();
}

}  // namespace gleed::cli
