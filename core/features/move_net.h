// A perceptron with one hidden layer of tanh units that gives a move a value from its features.
#pragma once

#include <vector>

namespace goseki {

class MoveNet {
 public:
  // `weights` has a row of hidden.size() numbers for every input.
  // Precondition: weights.size() is a multiple of hidden.size(), and output.size() equals it.
  MoveNet(std::vector<float> weights, std::vector<float> hidden, std::vector<float> output,
          float bias);

  int inputs() const { return static_cast<int>(weights_.size() / hidden_.size()); }

  // The value of one vector of inputs() numbers. It depends on nothing else, so equal vectors have
  // equal values to the last bit; libraries for matrices do not promise that.
  float value(const float* features) const;

 private:
  std::vector<float> weights_, hidden_, output_;
  float bias_;
};

}  // namespace goseki
