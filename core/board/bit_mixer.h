// The bit mixer: spreads numbers evenly over 64 bits, for hashes, keys and seeds.
#pragma once

#include <cstdint>

namespace goseki {

// 2^64 divided by the golden ratio: multiples of it lie far apart.
inline constexpr std::uint64_t kGoldenStep = 0x9e3779b97f4a7c15;

// The finaliser of Steele, Lea & Flood's SplitMix64 (2014): a bijection, so that no two numbers
// become one. It leaves 0 as it is.
constexpr std::uint64_t mix_bits(std::uint64_t value) {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

// A step of that generator, which mixes 0 and other small numbers well, too.
constexpr std::uint64_t scatter(std::uint64_t value) { return mix_bits(value + kGoldenStep); }

}  // namespace goseki
