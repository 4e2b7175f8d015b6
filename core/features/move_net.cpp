#include "features/move_net.h"

#include <cmath>
#include <utility>

namespace goseki {

MoveNet::MoveNet(std::vector<float> weights, std::vector<float> hidden, std::vector<float> output,
                 float bias)
    : weights_(std::move(weights)),
      hidden_(std::move(hidden)),
      output_(std::move(output)),
      bias_(bias) {}

float MoveNet::value(const float* features) const {
  std::vector<float> sums = hidden_;
  const std::size_t units = sums.size();
  const float* row = weights_.data();
  for (int input = 0; input < inputs(); ++input, row += units) {
    const float feature = features[input];
    if (feature == 0) continue;  // most are: few of the points around a move have stones
    for (std::size_t unit = 0; unit < units; ++unit) sums[unit] += feature * row[unit];
  }
  float value = bias_;
  for (std::size_t unit = 0; unit < units; ++unit) value += output_[unit] * std::tanh(sums[unit]);
  return value;
}

}  // namespace goseki
