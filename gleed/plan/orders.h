// orders.h -- the orders in which greedy strategies place their items.
#pragma once
#include <vector>

#include "gleed/plan/pack.h"

namespace gleed::plan {

// The first three are of Pisarchyk, Lee, "Efficient memory management for deep neural net inference" (2020).
enum class Order {
  Size,      // largest first
  Breadth,   // the time of most live bytes first; of what lives there, the largest first
  Area,      // largest product of size and duration first
  Duration,  // longest first
  FirstUse,  // as the program goes
  LastUse,   // against the program
};

std::vector<int32_t> sorted(const std::vector<Item>& items, const std::vector<int32_t>& which, Order order);

}  // namespace gleed::plan
