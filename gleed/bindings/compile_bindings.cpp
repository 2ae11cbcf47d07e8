// compile_bindings.cpp -- the compiler's C++ side in Python: values and instructions in, planned memory and the file's
// bytes out.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "gleed/bindings/bindings.h"
#include "gleed/bindings/tensor_arg.h"
#include "gleed/emit/builder.h"
#include "gleed/format/write.h"

namespace gleed::bindings {

namespace {

using emit::MethodBuilder;
using emit::ProgramBuilder;

void check(Error error, const Reason& reason) {
  if (error != Error::Ok) throw nb::value_error(reason.text());
}

std::string to_string(nb::bytes b) { return {b.c_str(), b.size()}; }

// Plans the method's memory; returns one dict an arena.
nb::list plan(MethodBuilder& builder) {
  plan::Plan plan;
  Reason reason;
  check(builder.plan(&plan, reason), reason);
  nb::list rows;
  for (const plan::Arena& a : plan.arenas) {
    nb::dict row;
    row["id"] = a.id;
    row["bytes"] = a.bytes;
    row["lower_bound"] = a.lower_bound;
    row["naive"] = a.naive;
    row["strategy"] = a.strategy;
    row["in_place"] = a.in_place_taken;
    rows.append(row);
  }
  return rows;
}

// A program under construction, with the Python tensors that its constants point into.
struct PyBuilder {
  ProgramBuilder builder;
  std::vector<nb::object> kept;

  uint32_t add_constant(nb::object bytes) {
    LentTensor lent;
    bool dense = false;
    const std::string why = lend(bytes, &lent, &dense);
    if (!why.empty()) throw nb::value_error(why.c_str());
    if (!dense) throw nb::value_error("a constant is a dense tensor; call .contiguous() first");
    kept.push_back(std::move(bytes));
    return builder.add_constant({lent.tensor.ptr<const uint8_t>(), lent.tensor.bytes()});
  }

  nb::bytes write(uint32_t tensor_alignment, uint32_t segment_alignment, uint32_t delegate_alignment,
                  bool inline_delegates) {
    WriteOptions options;
    options.tensor_alignment = tensor_alignment;
    options.segment_alignment = segment_alignment;
    options.delegate_alignment = delegate_alignment;
    options.inline_delegates = inline_delegates;
    std::vector<uint8_t> out;
    Reason reason;
    check(write_program(builder.finish(), options, &out, reason), reason);
    return nb::bytes(out.data(), out.size());
  }
};

}  // namespace

void bind_compile(nb::module_& m) {
  nb::class_<MethodBuilder>(m, "MethodBuilder", "One method under construction; values are numbered as they are added.")
      .def("add_none", &MethodBuilder::add_none)
      .def("add_int", &MethodBuilder::add_int, nb::arg("value"))
      .def("add_bool", &MethodBuilder::add_bool, nb::arg("value"))
      .def("add_double", &MethodBuilder::add_double, nb::arg("value"))
      .def("add_string", &MethodBuilder::add_string, nb::arg("value"))
      .def("add_int_list", &MethodBuilder::add_int_list, nb::arg("numbers"))
      .def("add_double_list", &MethodBuilder::add_double_list, nb::arg("values"))
      .def("add_bool_list", &MethodBuilder::add_bool_list, nb::arg("values"))
      .def("add_tensor_list", &MethodBuilder::add_tensor_list, nb::arg("tensors"))
      .def("add_optional_tensor_list", &MethodBuilder::add_optional_tensor_list, nb::arg("tensors"))
      .def("add_tensor", &MethodBuilder::add_tensor, nb::arg("dtype"), nb::arg("sizes"), nb::arg("dim_order"),
           nb::arg("dynamic"))
      .def("set_constant", &MethodBuilder::set_constant, nb::arg("tensor"), nb::arg("index"))
      .def("set_alias", &MethodBuilder::set_alias, nb::arg("tensor"), nb::arg("source"), nb::arg("offset"))
      .def("set_floating", &MethodBuilder::set_floating, nb::arg("tensor"), nb::arg("source"))
      .def(
          "set_state",
          [](MethodBuilder& b, int32_t value, std::optional<nb::bytes> initial, std::string name) {
            b.set_state(value, initial ? to_string(*initial) : std::string(), std::move(name));
          },
          nb::arg("tensor"), nb::arg("initial").none(), nb::arg("name"))
      .def(
          "add_op",
          [](MethodBuilder& b, const std::string& key, std::vector<int32_t> args) {
            Reason reason;
            check(b.add_op(key, std::move(args), reason), reason);
          },
          nb::arg("key"), nb::arg("args"))
      .def(
          "add_delegate",
          [](MethodBuilder& b, std::string backend, nb::bytes payload,
             std::vector<std::pair<std::string, nb::bytes>> specs) {
            std::vector<std::pair<std::string, std::string>> texts;
            for (auto& [key, value] : specs) texts.emplace_back(key, to_string(value));
            return b.add_delegate(std::move(backend), to_string(payload), std::move(texts));
          },
          nb::arg("backend"), nb::arg("payload"), nb::arg("specs"))
      .def("add_delegate_call", &MethodBuilder::add_delegate_call, nb::arg("delegate"), nb::arg("inputs"),
           nb::arg("outputs"))
      .def("add_move", &MethodBuilder::add_move, nb::arg("from_"), nb::arg("to"),
           "The number `to` becomes what `from_` is at that moment.")
      .def("add_jump_false", &MethodBuilder::add_jump_false, nb::arg("condition"),
           "Goes elsewhere when the condition is false; returns the jump's number for set_target.")
      .def("set_target", &MethodBuilder::set_target, nb::arg("jump"), nb::arg("target"))
      .def("instructions", &MethodBuilder::instructions, "How many there are; the number of the next one.")
      .def("add_loop", &MethodBuilder::add_loop, nb::arg("begin"), nb::arg("end"),
           "These instructions may run many times; memory that crosses a border is kept.")
      .def("set_inputs", &MethodBuilder::set_inputs, nb::arg("values"))
      .def("set_outputs", &MethodBuilder::set_outputs, nb::arg("values"))
      .def("set_trees", &MethodBuilder::set_trees, nb::arg("inputs"), nb::arg("outputs"))
      .def("set_lendable", &MethodBuilder::set_lendable)
      .def("plan", &plan, nb::sig("def plan(self) -> list[dict[str, typing.Any]]"),
           "Plan memory, once everything is added; returns the figures of each arena.");
  nb::class_<PyBuilder>(m, "ProgramBuilder", "A program under construction.")
      .def(nb::init<>())
      .def(
          "add_method", [](PyBuilder& b, std::string name) { return &b.builder.add_method(std::move(name)); },
          nb::arg("name"), nb::rv_policy::reference_internal)
      .def("add_constant", &PyBuilder::add_constant, nb::arg("bytes"),
           "The number of a constant; its bytes stay the tensor's.")
      .def(
          "add_named_data",
          [](PyBuilder& b, std::string key, nb::bytes bytes) {
            Reason reason;
            check(b.builder.add_named_data(std::move(key), to_string(bytes), reason), reason);
          },
          nb::arg("key"), nb::arg("bytes"), "Bytes for backends to look up; the same key with other bytes is an error.")
      .def("write", &PyBuilder::write, nb::arg("tensor_alignment"), nb::arg("segment_alignment"),
           nb::arg("delegate_alignment"), nb::arg("inline_delegates"), "The file's bytes.");
}

}  // namespace gleed::bindings
