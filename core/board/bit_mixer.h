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

// Two numbers in one. It takes half the time of two steps, since their parts do not wait for each
// other. What a search finds within its nodes depends on which entries of its table push each other
// out, and so on this: it stays as it is.
constexpr std::uint64_t mix_pair(std::uint64_t first, std::uint64_t second) {
  std::uint64_t value = first * kGoldenStep ^ second * 0xc2b2ae3d27d4eb4f;
  value = (value ^ (value >> 29)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 32)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

}  // namespace goseki
