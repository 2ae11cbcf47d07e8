// test_nets.h -- for the planner's tests: problems with the shapes of real nets.
#pragma once
#include <vector>

#include "gleed/plan/test_net.h"

namespace gleed::plan::nets {

inline constexpr uint64_t kFloat = 4;

inline uint64_t image(uint64_t channels, uint64_t side) { return channels * side * side * kFloat; }

inline int32_t conv(Net& net, int32_t x, uint64_t bytes, bool fused) {
  const int32_t y = net.op(bytes, {x});
  return fused ? y : net.map(bytes, {y});
}

// A linear layer over `tokens` rows.
inline int32_t linear(Net& net, int32_t x, uint64_t tokens, uint64_t width) {
  return net.op(tokens * width * kFloat, {x});
}

inline int32_t attention(Net& net, int32_t x, uint64_t tokens, uint64_t width, uint64_t heads) {
  const uint64_t bytes = tokens * width * kFloat;
  const int32_t packed = linear(net, x, tokens, 3 * width);
  int32_t parts[3];
  for (int32_t& part : parts) part = net.op(bytes, {packed});  // split and turned: a copy
  const int32_t scores = net.op(heads * tokens * tokens * kFloat, {parts[0], parts[1]});
  const int32_t scaled = net.map(net.bytes(scores), {scores});
  const int32_t soft = net.map(net.bytes(scores), {scaled});
  const int32_t mixed = net.op(bytes, {soft, parts[2]});
  return linear(net, net.op(bytes, {mixed}), tokens, width);
}

inline int32_t cached_attention(Net& net, int32_t x, uint64_t tokens, uint64_t width) {
  const int32_t keys = net.state(512 * width * kFloat);
  const int32_t values = net.state(512 * width * kFloat);
  const int32_t q = linear(net, x, tokens, width);
  const int32_t k = linear(net, x, tokens, width);
  const int32_t v = linear(net, x, tokens, width);
  net.op(0, {keys, k});
  net.op(0, {values, v});
  return linear(net, net.op(tokens * width * kFloat, {q, keys, values}), tokens, width);
}

// The sizes of what is alive in well-known nets at batch 1, in float32. `fused`: activations are part of the
// convolutions, as after the fusing passes; else they are instructions of their own.

inline Problem mobilenet_v2(bool fused) {
  struct Row {
    uint64_t expand, channels, repeat, stride;
  };
  constexpr Row kRows[] = {{1, 16, 1, 1}, {6, 24, 2, 2},  {6, 32, 3, 2}, {6, 64, 4, 2},
                           {6, 96, 3, 1}, {6, 160, 3, 2}, {6, 320, 1, 1}};
  Net net;
  uint64_t side = 112;
  uint64_t channels = 32;
  int32_t x = conv(net, net.input(image(3, 224)), image(32, side), fused);
  for (const Row& row : kRows) {
    for (uint64_t i = 0; i < row.repeat; ++i) {
      const int32_t skip = x;
      const uint64_t stride = i == 0 ? row.stride : 1;
      const uint64_t wide = channels * row.expand;
      if (row.expand != 1) x = conv(net, x, image(wide, side), fused);
      side /= stride;
      x = conv(net, x, image(wide, side), fused);
      x = net.op(image(row.channels, side), {x});
      if (stride == 1 && channels == row.channels) x = net.map(net.bytes(x), {x, skip});
      channels = row.channels;
    }
  }
  x = conv(net, x, image(1280, side), fused);
  x = net.op(1280 * kFloat, {x});
  net.output(net.op(1000 * kFloat, {net.view(x, net.bytes(x))}));
  return net.finish();
}

inline Problem resnet(const std::vector<int>& blocks, bool bottleneck, bool fused) {
  Net net;
  int32_t x = conv(net, net.input(image(3, 224)), image(64, 112), fused);
  x = net.op(image(64, 56), {x});
  uint64_t side = 56;
  uint64_t width = 64;
  for (size_t stage = 0; stage < blocks.size(); ++stage, width *= 2) {
    const uint64_t wide = bottleneck ? 4 * width : width;
    for (int i = 0; i < blocks[stage]; ++i) {
      int32_t skip = x;
      const uint64_t out_side = stage > 0 && i == 0 ? side / 2 : side;
      x = conv(net, x, image(width, bottleneck ? side : out_side), fused);
      if (bottleneck) x = conv(net, x, image(width, out_side), fused);
      x = net.op(image(wide, out_side), {x});
      if (net.bytes(skip) != net.bytes(x) || i == 0) skip = net.op(net.bytes(x), {skip});
      x = net.map(net.bytes(x), {x, skip});
      if (!fused) x = net.map(net.bytes(x), {x});
      side = out_side;
    }
  }
  x = net.op(8 * width * kFloat, {x});
  net.output(net.op(1000 * kFloat, {net.view(x, net.bytes(x))}));
  return net.finish();
}

inline Problem densenet(const std::vector<int>& blocks) {
  constexpr uint64_t kGrowth = 32;
  Net net;
  uint64_t side = 56;
  int32_t x = net.op(image(64, side), {conv(net, net.input(image(3, 224)), image(64, 112), false)});
  for (size_t block = 0; block < blocks.size(); ++block) {
    std::vector<int32_t> features = {x};
    for (int i = 0; i < blocks[block]; ++i) {
      int32_t y = net.concatenate(features);
      y = net.map(net.bytes(y), {net.map(net.bytes(y), {y})});  // normalization and activation
      y = conv(net, y, image(4 * kGrowth, side), false);
      features.push_back(net.op(image(kGrowth, side), {y}));
    }
    x = net.concatenate(features);
    x = net.map(net.bytes(x), {net.map(net.bytes(x), {x})});
    if (block + 1 == blocks.size()) break;
    x = net.op(net.bytes(x) / 2, {x});
    side /= 2;
    x = net.op(net.bytes(x) / 4, {x});
  }
  net.output(net.op(1000 * kFloat, {net.op(1024 * kFloat, {x})}));
  return net.finish();
}

inline Problem u_net(int depth, uint64_t side) {
  Net net;
  uint64_t channels = 64;
  int32_t x = net.input(image(3, side));
  std::vector<int32_t> skips;
  for (int level = 0; level < depth; ++level, channels *= 2, side /= 2) {
    x = conv(net, conv(net, x, image(channels, side), false), image(channels, side), false);
    if (level + 1 == depth) break;
    skips.push_back(x);
    x = net.op(image(channels, side / 2), {x});
  }
  while (!skips.empty()) {
    channels /= 2;
    side *= 2;
    x = net.op(image(channels, side), {x});
    x = net.concatenate({skips.back(), x});
    skips.pop_back();
    x = conv(net, conv(net, x, image(channels, side), false), image(channels, side), false);
  }
  net.output(net.op(image(2, side), {x}));
  return net.finish();
}

inline Problem transformer(int layers, uint64_t tokens, uint64_t width, uint64_t heads, bool cache) {
  Net net;
  const uint64_t bytes = tokens * width * kFloat;
  int32_t x = net.op(bytes, {net.input(tokens * 8)});
  for (int layer = 0; layer < layers; ++layer) {
    const int32_t y = net.op(bytes, {x});
    x = net.map(bytes, {x, cache ? cached_attention(net, y, tokens, width) : attention(net, y, tokens, width, heads)});
    const int32_t z = net.op(bytes, {x});
    const int32_t gate = linear(net, z, tokens, 4 * width);
    const int32_t up = linear(net, z, tokens, 4 * width);
    const int32_t active = net.map(net.bytes(gate), {net.map(net.bytes(gate), {gate}), up});
    x = net.map(bytes, {x, linear(net, active, tokens, width)});
  }
  net.output(linear(net, net.op(bytes, {x}), tokens, 1000));
  return net.finish();
}

inline Problem lstm(int steps, uint64_t width) {
  Net net;
  const uint64_t bytes = width * kFloat;
  const int32_t inputs = net.input(static_cast<uint64_t>(steps) * bytes);
  const int32_t all = net.op(4 * bytes * static_cast<uint64_t>(steps), {inputs});
  int32_t h = net.input(bytes);
  int32_t c = net.input(bytes);
  std::vector<int32_t> outputs;
  for (int step = 0; step < steps; ++step) {
    const int32_t mine = net.view(all, 4 * bytes, 4 * bytes * static_cast<uint64_t>(step));
    const int32_t gates = net.map(4 * bytes, {net.op(4 * bytes, {h}), mine});
    int32_t gate[4];
    for (uint64_t g = 0; g < 4; ++g) gate[g] = net.map(bytes, {net.view(gates, bytes, g * bytes)});
    const int32_t kept = net.map(bytes, {gate[1], c});
    c = net.map(bytes, {kept, net.map(bytes, {gate[0], gate[2]})});
    h = net.map(bytes, {gate[3], net.map(bytes, {c})});
    outputs.push_back(h);
  }
  net.output(net.concatenate(outputs));
  net.output(h);
  net.output(c);
  return net.finish();
}

inline Problem inception(int blocks) {
  Net net;
  uint64_t side = 35;
  int32_t x = net.op(image(192, side), {conv(net, net.input(image(3, 299)), image(64, 73), false)});
  for (int block = 0; block < blocks; ++block) {
    const int32_t a = conv(net, x, image(64, side), false);
    const int32_t b = conv(net, conv(net, x, image(48, side), false), image(64, side), false);
    int32_t c = conv(net, x, image(64, side), false);
    c = conv(net, conv(net, c, image(96, side), false), image(96, side), false);
    const int32_t d = conv(net, net.op(net.bytes(x), {x}), image(32, side), false);
    x = net.concatenate({a, b, c, d});
    if (block % 3 == 2) {
      side /= 2;
      x = net.op(image(384, side), {x});
    }
  }
  net.output(net.op(1000 * kFloat, {x}));
  return net.finish();
}

inline Problem feature_pyramid() {
  Net net;
  uint64_t side = 160;
  uint64_t channels = 64;
  int32_t x = conv(net, net.input(image(3, 640)), image(32, 320), false);
  std::vector<int32_t> levels;
  for (int level = 0; level < 4; ++level, side /= 2, channels *= 2) {
    x = conv(net, x, image(channels, side), false);
    for (int i = 0; i < 3; ++i)
      x = net.map(net.bytes(x), {x, conv(net, conv(net, x, image(channels / 2, side), false), net.bytes(x), false)});
    levels.push_back(x);
  }
  int32_t down = -1;
  std::vector<int32_t> merged;
  for (size_t level = levels.size(); level-- > 0;) {
    side *= 2;
    int32_t y = net.op(image(128, side), {levels[level]});
    if (down >= 0) y = net.map(net.bytes(y), {y, net.op(net.bytes(y), {down})});
    down = y;
    merged.push_back(y);
  }
  std::vector<int32_t> boxes;
  for (int32_t y : merged) {
    const int32_t head = conv(net, conv(net, y, net.bytes(y), false), net.bytes(y), false);
    boxes.push_back(net.op(net.bytes(y) / 128 * 85, {head}));
  }
  net.output(net.concatenate(boxes));
  return net.finish();
}

inline Problem high_resolution_net(int stages) {
  Net net;
  const int32_t stem = conv(net, net.input(image(3, 256)), image(64, 128), false);
  std::vector<int32_t> branches = {conv(net, stem, image(32, 64), false)};
  const auto bytes = [](size_t branch) { return image(uint64_t{32} << branch, 64 >> branch); };
  for (int stage = 0; stage < stages; ++stage) {
    if (branches.size() < 4) branches.push_back(conv(net, branches.back(), bytes(branches.size()), false));
    for (int32_t& b : branches) {
      for (int i = 0; i < 2; ++i)
        b = net.map(net.bytes(b), {net.op(net.bytes(b), {conv(net, b, net.bytes(b), false)}), b});
    }
    std::vector<int32_t> fused;
    for (size_t to = 0; to < branches.size(); ++to) {
      int32_t sum = branches[to];
      for (size_t from = 0; from < branches.size(); ++from) {
        if (from == to) continue;
        sum = net.map(bytes(to), {sum, net.op(bytes(to), {branches[from]})});
      }
      fused.push_back(net.map(bytes(to), {sum}));
    }
    branches = fused;
  }
  for (int32_t b : branches) net.output(b);
  return net.finish();
}

// As found by architecture search: many branches, odd skips.
inline Problem random_cells(int cells, uint64_t seed) {
  const auto random = [&](uint64_t count) {
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    return (seed >> 33) % count;
  };
  Net net;
  uint64_t side = 64;
  int32_t before = conv(net, net.input(image(3, 224)), image(32, side), false);
  int32_t x = conv(net, before, image(32, side), false);
  for (int cell = 0; cell < cells; ++cell) {
    const uint64_t bytes = image(16 * (1 + random(8)), side);
    std::vector<int32_t> nodes = {conv(net, before, bytes, false), conv(net, x, bytes, false)};
    std::vector<bool> read(2, false);
    for (int i = 0; i < 5; ++i) {
      int32_t sides[2];
      for (int32_t& s : sides) {
        const size_t pick = random(nodes.size());
        read[pick] = true;
        s = random(3) == 0 ? nodes[pick] : net.op(bytes, {net.op(bytes, {nodes[pick]})});
      }
      nodes.push_back(net.map(bytes, {sides[0], sides[1]}));
      read.push_back(false);
    }
    std::vector<int32_t> ends;
    for (size_t i = 0; i < nodes.size(); ++i)
      if (!read[i]) ends.push_back(nodes[i]);
    before = x;
    x = net.concatenate(ends);
    if (cell % 4 == 3 && side > 8) side /= 2;
  }
  net.output(net.op(1000 * kFloat, {x}));
  return net.finish();
}

}  // namespace gleed::plan::nets
