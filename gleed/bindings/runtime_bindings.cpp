// runtime_bindings.cpp -- loading and running programs from Python.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "gleed/bindings/bindings.h"
#include "gleed/bindings/tensor_arg.h"
#include "gleed/core/copy.h"
#include "gleed/platform/posix/file_loaders.h"
#include "gleed/runtime/method.h"

namespace gleed::bindings {

namespace {

[[noreturn]] void raise(const Reason& reason) { throw nb::value_error(reason.text()); }

void check(Error error, const Reason& reason) {
  if (error != Error::Ok) raise(reason);
}

struct PyProgram {
  Arena arena = Arena::heap();
  std::unique_ptr<DataLoader> loader;
  Program program;

  void load() {
    Reason reason;
    check(program.load(*loader, arena, reason), reason);
  }
  explicit PyProgram(const std::string& path) {
    Reason reason;
    auto file = std::make_unique<MmapLoader>();
    check(file->open(path.c_str(), reason), reason);
    loader = std::move(file);
    load();
  }
  explicit PyProgram(nb::bytes bytes) {
    auto* copy = static_cast<uint8_t*>(arena.allocate(bytes.size()));
    if (!copy) throw nb::value_error("no memory for the program's bytes");
    std::memcpy(copy, bytes.data(), bytes.size());
    loader = std::make_unique<MemoryLoader>(Bytes{copy, bytes.size()});
    load();
  }
  std::vector<std::string> methods() const {
    std::vector<std::string> names;
    for (size_t i = 0; i < program.method_count(); ++i) names.emplace_back(program.method_name(i));
    return names;
  }
};

// Collects the time of each instruction.
struct Recorder {
  using Clock = std::chrono::steady_clock;
  struct Row {
    uint32_t instruction;
    std::string name;
    int64_t nanoseconds;
  };
  std::vector<Row> rows;
  Clock::time_point begun;

  static void on_event(void* self, const Event& event) {
    auto* r = static_cast<Recorder*>(self);
    switch (event.kind) {
      case Event::Kind::OpBegin:
      case Event::Kind::DelegateBegin:
        r->begun = Clock::now();
        break;
      case Event::Kind::OpEnd:
      case Event::Kind::DelegateEnd: {
        const auto spent = std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - r->begun);
        const std::string name = event.bytes ? std::string(event.name, event.bytes) : std::string(event.name);
        r->rows.push_back({event.index, name, spent.count()});
        break;
      }
      default:
        break;
    }
  }
};

struct PyMethod {
  Arena arena = Arena::heap();
  Method method;
  Recorder recorder;

  PyMethod(PyProgram& program, const std::string& name) {
    Reason reason;
    check(method.load(program.program, name.c_str(), arena, reason), reason);
  }

  void set_input(size_t i, nb::handle given) {
    Reason reason;
    Value value;
    std::string text;
    if (given.is_none()) {
      value.tag = Value::Tag::None;
    } else if (PyBool_Check(given.ptr())) {
      value.set(nb::cast<bool>(given));
    } else if (PyLong_Check(given.ptr())) {
      const bool as_double = i < method.input_count() && method.input(i).tag == Value::Tag::Double;
      as_double ? value.set(nb::cast<double>(given)) : value.set(nb::cast<int64_t>(given));
    } else if (PyFloat_Check(given.ptr())) {
      value.set(nb::cast<double>(given));
    } else if (nb::isinstance<nb::str>(given)) {
      text = nb::cast<std::string>(given);
      value.tag = Value::Tag::String;
      value.string = text.c_str();
      value.count = static_cast<uint32_t>(text.size());
    } else {
      LentTensor lent;
      bool dense;
      const std::string why = lend(given, &lent, &dense);
      if (!why.empty()) {
        throw nb::type_error(
            ("method \"" + std::string(method.name()) + "\", input " + std::to_string(i) + ": " + why).c_str());
      }
      check(method.set_input(i, lent.tensor, reason), reason);
      return;
    }
    check(method.set_input(i, value, reason), reason);
  }

  static nb::object output(const Value& v) {
    switch (v.tag) {
      case Value::Tag::Int:
        return nb::int_(v.i);
      case Value::Tag::Bool:
        return nb::bool_(v.b);
      case Value::Tag::Double:
        return nb::float_(v.d);
      case Value::Tag::String:
        return nb::str(v.string, v.count);
      case Value::Tag::Tensor:
        break;
      default:
        return nb::none();
    }
    const Tensor& t = *v.tensor;
    const size_t bytes = t.bytes();
    auto* memory = new uint8_t[bytes ? bytes : 1];
    if (bytes) std::memcpy(memory, t.data, bytes);
    nb::capsule owner(memory, [](void* p) noexcept { delete[] static_cast<uint8_t*>(p); });
    size_t shape[kMaxRank];
    for (int d = 0; d < t.rank; ++d) shape[d] = static_cast<size_t>(t.sizes[d]);
    return nb::cast(nb::ndarray<nb::array_api>(memory, t.rank, shape, owner, t.strides, dlpack_dtype(t.dtype)));
  }

  nb::list run(nb::list inputs) {
    if (nb::len(inputs) != method.input_count()) {
      throw nb::value_error(("method \"" + std::string(method.name()) + "\" takes " +
                             std::to_string(method.input_count()) + " inputs, was given " +
                             std::to_string(nb::len(inputs)))
                                .c_str());
    }
    for (size_t i = 0; i < method.input_count(); ++i) set_input(i, inputs[i]);
    Reason reason;
    Error error;
    {
      nb::gil_scoped_release release;
      error = method.execute(reason);
    }
    check(error, reason);
    nb::list outputs;
    for (size_t i = 0; i < method.output_count(); ++i) outputs.append(output(method.output(i)));
    return outputs;
  }

  // New values of the inputs that the program updates in place: (number, tensor).
  nb::list updated_inputs() const {
    nb::list rows;
    for (size_t i = 0; i < method.input_count(); ++i) {
      if (method.updates_input(i)) rows.append(nb::make_tuple(i, output(method.input(i))));
    }
    return rows;
  }

  nb::list inputs() const {
    nb::list rows;
    for (size_t i = 0; i < method.input_count(); ++i) {
      const Value& v = method.input(i);
      nb::dict row;
      if (v.tag != Value::Tag::Tensor) {
        row["value"] = output(v);
      } else {
        row["dtype"] = dtype_name(v.tensor->dtype);
        row["dynamic"] = v.tensor->dynamic;
        row["updated"] = method.updates_input(i);
        nb::list sizes;
        for (int d = 0; d < v.tensor->rank; ++d) sizes.append(v.tensor->bounds[d]);
        row["sizes"] = sizes;
      }
      rows.append(row);
    }
    return rows;
  }

  void start_profile() {
    recorder.rows.clear();
    method.listen({&Recorder::on_event, &recorder});
  }
  nb::list stop_profile() {
    method.listen({});
    nb::list rows;
    for (const Recorder::Row& r : recorder.rows) rows.append(nb::make_tuple(r.instruction, r.name, r.nanoseconds));
    return rows;
  }
};

}  // namespace

void bind_runtime(nb::module_& m) {
  nb::class_<PyProgram>(m, "Program", "A verified program file, mapped or copied from bytes.")
      .def(nb::init<const std::string&>(), nb::arg("path"))
      .def(nb::init<nb::bytes>(), nb::arg("bytes"))
      .def(
          "arena_bytes",
          [](const PyProgram& p, const std::string& method) {
            uint64_t total = 0;
            uint32_t id = 0;
            while (const uint64_t bytes = Method::arena_bytes(p.program, method.c_str(), ++id)) total += bytes;
            return total;
          },
          nb::arg("method"), "Bytes of the planned arenas of a method.")
      .def("methods", &PyProgram::methods, "The names of the methods, in the file's order.")
      .def(
          "method", [](PyProgram& p, const std::string& name) { return new PyMethod(p, name); }, nb::arg("name"),
          nb::keep_alive<0, 1>(), "Load a method with memory of its own.");
  nb::class_<PyMethod>(m, "Method", "A loaded method.")
      .def("run", &PyMethod::run, nb::arg("inputs"), "Set all inputs, execute, and copy the outputs out.")
      .def("updated_inputs", &PyMethod::updated_inputs, "(number, new value) of each input that is updated in place.")
      .def("inputs", &PyMethod::inputs, "What each input takes.")
      .def(
          "reset", [](PyMethod& self) { self.method.reset(); }, "Give state its initial values.")
      .def(
          "bytes_used", [](const PyMethod& self) { return self.arena.bytes_used(); }, "Bytes taken at load.")
      .def("start_profile", &PyMethod::start_profile, "Time each instruction from now on.")
      .def("stop_profile", &PyMethod::stop_profile, "Stop, and return (instruction, name, nanoseconds) rows.");
}

}  // namespace gleed::bindings
