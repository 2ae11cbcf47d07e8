// profile.h -- Profile: the times of a method's instructions, from its events.
#pragma once
#include <string>
#include <vector>

#include "gleed/runtime/event.h"
#include "gleed/runtime/program.h"

namespace gleed::cli {

class Profile {
 public:
  // For one method of `program`, which must live as long. All memory is taken here, none while the method runs.
  Profile(const Program& program, const char* method);
  Profile(const Profile&) = delete;
  Profile& operator=(const Profile&) = delete;

  EventHook hook() { return {&Profile::on_event, this}; }

  // Load and memory, the mean time of each instruction in the program's order, then of each operator, the slowest
  // first.
  std::string text() const;

 private:
  struct Row {
    const char* name = nullptr;  // operator or backend; nullptr: it never ran
    uint32_t name_size = 0;
    uint64_t calls = 0;
    double ms = 0;
    std::string result;  // what it makes, at the largest sizes
  };
  struct Memory {
    uint32_t id;
    uint64_t bytes;
  };
  static void on_event(void* self, const Event& event);
  void note(const Event& event);
  std::string by_instruction() const;
  std::string by_operator() const;
  std::string share(double ms) const;

  std::string method_;
  std::vector<Row> rows_;  // one an instruction
  std::vector<Memory> memory_;
  double load_begun_ = 0, load_ms_ = 0, run_begun_ = 0, run_ms_ = 0, begun_ = 0;
  uint64_t runs_ = 0;
};

}  // namespace gleed::cli
