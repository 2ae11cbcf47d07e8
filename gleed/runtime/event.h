// event.h -- EventHook: what a method tells a listener while it loads and runs; free of cost when nobody listens.
#pragma once
#include <cstdint>

namespace gleed {

// Each begin is followed by its end, on errors too; an execute that is refused for want of inputs tells nothing.
struct Event {
  enum class Kind : uint8_t {
    LoadBegin,     // name: the method
    LoadEnd,       //
    Arena,         // index: memory_id of a planned arena (0: the scratch memory), bytes: its size
    ExecuteBegin,  // name: the method
    ExecuteEnd,    //
    OpBegin,       // index: the instruction, name: the operator's schema (its key ends at '('), bytes: the key's length
    OpEnd,         //
    DelegateBegin,  // index: the instruction, name: the backend
    DelegateEnd,    //
  } kind;
  uint32_t index = 0;
  const char* name = nullptr;
  uint64_t bytes = 0;
};

// `on_event` is called on the thread that loads or executes, with no lock held; it must not call the method.
struct EventHook {
  void (*on_event)(void* self, const Event& event) = nullptr;
  void* self = nullptr;

  void operator()(const Event& event) const {
    if (on_event) on_event(self, event);
  }
};

}  // namespace gleed
