// op_bindings.cpp -- the operator catalogue in Python: its rows, and one operator run on tensors (tests of kernels use
// it).
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <deque>
#include <map>
#include <string>
#include <vector>

#include "gleed/bindings/bindings.h"
#include "gleed/bindings/tensor_arg.h"
#include "gleed/core/catalogue.h"

namespace gleed::bindings {

namespace {

// Python arguments as a value table of their own; one object given several times is one tensor.
struct Boxes {
  std::vector<Value> table;
  std::deque<LentTensor> tensors;
  std::deque<std::vector<int64_t>> ints;
  std::deque<std::vector<double>> doubles;
  std::deque<std::vector<uint8_t>> bools;
  std::deque<std::vector<int32_t>> lists;
  std::deque<std::string> strings;
  std::map<PyObject*, Tensor*> read;

  size_t add(Value v) {
    table.push_back(v);
    return table.size() - 1;
  }

  size_t add_tensor(nb::handle object, bool written) {
    Value v;
    v.tag = Value::Tag::Tensor;
    if (const auto known = read.find(object.ptr()); known != read.end() && !written) {
      v.tensor = known->second;
      return add(v);
    }
    LentTensor& lent = tensors.emplace_back();
    bool dense = false;
    const std::string why = lend(object, &lent, &dense);
    if (!why.empty()) throw nb::type_error(why.c_str());
    if (!dense) throw nb::value_error("run_op takes dense tensors only; call .contiguous() first");
    if (written) {  // starts empty, so that a rule that forgets to resize shows
      lent.tensor.dynamic = true;
      for (int d = 0; d < lent.tensor.rank; ++d) lent.sizes[d] = 0;
      set_strides(lent.tensor);
    } else {
      read[object.ptr()] = &lent.tensor;
    }
    v.tensor = &lent.tensor;
    return add(v);
  }

  size_t box(nb::handle h, ArgKind kind) {
    const bool written = kind == ArgKind::Out || kind == ArgKind::OutList;
    Value v;
    if (h.is_none()) return add(v);
    if (PyBool_Check(h.ptr())) return v.set(nb::cast<bool>(h)), add(v);
    if (PyLong_Check(h.ptr())) return v.set(nb::cast<int64_t>(h)), add(v);
    if (PyFloat_Check(h.ptr())) return v.set(nb::cast<double>(h)), add(v);
    if (nb::isinstance<nb::str>(h)) {
      v.tag = Value::Tag::String;
      v.string = strings.emplace_back(nb::cast<std::string>(h)).c_str();
      v.count = static_cast<uint32_t>(strings.back().size());
      return add(v);
    }
    if (PyList_Check(h.ptr()) || PyTuple_Check(h.ptr())) {
      if (kind == ArgKind::TensorList || kind == ArgKind::OptTensorList || kind == ArgKind::OutList) {
        std::vector<int32_t>& items = lists.emplace_back();
        for (nb::handle item : h) {
          items.push_back(item.is_none() ? -1 : static_cast<int32_t>(add_tensor(item, written)));
        }
        v.tag = Value::Tag::OptionalTensorList;
        v.tensor_items = items.data();
        v.count = static_cast<uint32_t>(items.size());
      } else if (kind == ArgKind::FloatList || kind == ArgKind::OptFloatList) {
        std::vector<double>& items = doubles.emplace_back();
        for (nb::handle item : h) items.push_back(nb::cast<double>(item));
        v.tag = Value::Tag::DoubleList;
        v.doubles = items.data();
        v.count = static_cast<uint32_t>(items.size());
      } else if (kind == ArgKind::BoolList) {
        std::vector<uint8_t>& items = bools.emplace_back();
        for (nb::handle item : h) items.push_back(nb::cast<bool>(item));
        v.tag = Value::Tag::BoolList;
        v.bools = items.data();
        v.count = static_cast<uint32_t>(items.size());
      } else {
        std::vector<int64_t>& items = ints.emplace_back();
        for (nb::handle item : h) {
          Value i;
          i.set(nb::cast<int64_t>(item));
          items.push_back(static_cast<int64_t>(add(i)));
        }
        v.tag = Value::Tag::IntList;
        v.int_items = items.data();
        v.count = static_cast<uint32_t>(items.size());
      }
      return add(v);
    }
    return add_tensor(h, written);
  }
};

nb::object to_python(const Value& v) {
  switch (v.tag) {
    case Value::Tag::Int:
      return nb::int_(v.i);
    case Value::Tag::Bool:
      return nb::bool_(v.b);
    case Value::Tag::Double:
      return nb::float_(v.d);
    default:
      return nb::none();
  }
}

// Runs one operator. `args` follow the schema, output tensors included (at their full size; the operator resizes them
// from nothing). Returns one entry per output: the sizes it was given, or the number returned. Mutated arguments, named
// in `keep`, keep their sizes. Raises RunError's text as ValueError.
nb::list run_op(const std::string& key, nb::list args, bool mutates) {
  const OpDef* def = catalogue().find_op(key.c_str(), key.size());
  if (!def) throw nb::key_error(("no operator " + key + " in this build").c_str());
  const SchemaArgs& schema = def->args;
  const bool returns_number = schema.kinds[schema.count - 1] == ArgKind::Result;
  if (nb::len(args) + returns_number != schema.count) {
    throw nb::value_error((key + " takes " + std::to_string(schema.count - returns_number) + " arguments").c_str());
  }
  Boxes boxes;
  std::vector<size_t> places;
  for (size_t i = 0; i < nb::len(args); ++i) {
    places.push_back(
        boxes.box(args[i], mutates && schema.kinds[i] == ArgKind::Out ? ArgKind::Tensor : schema.kinds[i]));
  }
  if (returns_number) {
    Value zero;
    zero.set(int64_t{0});
    places.push_back(boxes.add(zero));
  }
  std::vector<Value*> values;
  for (size_t i = 0; i < places.size(); ++i) {
    values.push_back(&boxes.table[places[i]]);
    if (!fits(schema.kinds[i], *values[i])) {
      throw nb::type_error((key + ": argument " + std::to_string(i) + " does not fit the schema").c_str());
    }
  }
  const Args call{def, boxes.table.data(), values.data(), values.size()};
  std::vector<uint8_t> scratch;
  Reason reason;
  Context plain(reason, {});
  if (writes_its_input(call)) throw nb::value_error((key + kWritesItsInput).c_str());
  Error error = def->rule(plain, call);
  if (error == Error::Ok) {
    if (def->scratch) scratch.resize(def->scratch(call) + kAlignment);
    uint8_t* aligned = scratch.data();
    size_t room = scratch.size();
    if (!scratch.empty()) {
      const size_t skip = (kAlignment - reinterpret_cast<uintptr_t>(aligned) % kAlignment) % kAlignment;
      aligned += skip, room -= skip;
    }
    Context ctx(reason, {aligned, room});
    error = def->kernel(ctx, call);
  }
  if (error != Error::Ok) throw nb::value_error((std::string(error_name(error)) + ": " + reason.text()).c_str());
  nb::list results;
  for (size_t i = 0; i < places.size(); ++i) {
    const auto sizes = [](const Tensor& t) {
      nb::list list;
      for (int d = 0; d < t.rank; ++d) list.append(t.sizes[d]);
      return list;
    };
    if (schema.kinds[i] == ArgKind::Out) results.append(sizes(*values[i]->tensor));
    if (schema.kinds[i] == ArgKind::Result) results.append(to_python(*values[i]));
    if (schema.kinds[i] == ArgKind::OutList) {
      const TensorList list{boxes.table.data(), {values[i]->tensor_items, values[i]->count}};
      for (size_t k = 0; k < list.size(); ++k) results.append(sizes(*list[k]));
    }
  }
  return results;
}

nb::list operators() {
  nb::list rows;
  for (const OpFile* file : catalogue().op_files) {
    for (const OpDef& def : file->defs) {
      nb::dict row;
      row["key"] = std::string(def.schema, def.key_size);
      row["schema"] = def.schema;
      nb::list names;
      for (const DTypeRow& dtype : kDTypes) {
        if (dtypes::has(def.dtypes, dtype.dtype)) names.append(dtype.name);
      }
      row["dtypes"] = names;
      row["in_place"] = (def.flags & kInPlace) != 0;
      rows.append(row);
    }
  }
  return rows;
}

}  // namespace

void bind_ops(nb::module_& m) {
  m.def("operators", &operators, nb::sig("def operators() -> list[dict[str, typing.Any]]"),
        "Rows of the operator catalogue: key, schema, dtypes, in_place.");
  m.def("run_op", &run_op, nb::arg("key"), nb::arg("args"), nb::arg("mutates") = false,
        "Run one catalogue operator on tensors; returns the sizes (or numbers) of its outputs.");
}

}  // namespace gleed::bindings
