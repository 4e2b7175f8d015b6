// The weights of prior.h, a line for each property.
#pragma once

#include <array>

namespace goseki::tactics {

inline constexpr int kPriorProperties = 8;
inline constexpr std::array<int, kPriorProperties> kPriorValues = {20, 9, 3, 12, 10, 7, 5, 4};

inline constexpr std::array<int, 70> kOwnersWeights = {
    1, 2, 0,  -6, 2,  4,  7, 7, 8,   0,   -7,  0,  4,  0,  0,  -14, -6, 0,  0,  0,  -4, 0, 1,  -5,
    0, 2, -1, 1,  6,  -4, 2, 2, -10, -16, -29, -2, -2, -3, 15, 13,  4,  16, 9,  5,  -5, 5, -1, -1,
    4, 3, 2,  2,  -2, -8, 0, 7, 3,   1,   -2,  -3, -7, -6, -2, 2,   6,  0,  -2, -7, 2,  6};
inline constexpr std::array<int, 70> kAttackersWeights = {
    3, 2, -2, -3, -3, 1,  4, 2, -1,  0,   -2,  -2, 1,  0,  0,  2,  -2, 0,  0,  0,  -3, -4, -2, 0,
    1, 1, 2,  2,  4,  -6, 2, 4, -15, -17, -20, -3, -3, -7, 13, 15, 6,  14, 9,  7,  -5, 4,  0,  -1,
    5, 2, 2,  -1, -1, -6, 0, 2, 4,   3,   0,   -3, -6, -3, -1, 0,  3,  1,  -2, -2, 2,  3};

}  // namespace goseki::tactics
