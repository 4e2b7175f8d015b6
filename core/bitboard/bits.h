// Bits: a set of points of a small board, in `Words` words of 64 bits.
//
// Point i of the set is bit i % 64 of word i / 64, and i is the point's index, row-major
// from the top left. A set does not know which board it lies on; `Grid` (grid.h) knows the rows.
//
// A value type: cheap to copy, compare and pass, empty when made by `Bits{}`.
//
//     for (int index : set) ...          // ascending, touches members only
//     (stones | eyes).count(), (a & ~b).any()
//
// Portable: no intrinsics.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace goseki {

// How many bits are set. Processors of the x86-64 family need not have an instruction for it, so
// compilers call a function; adding up pairs, fours and eights of bits in place takes half as long.
constexpr int count_bits(std::uint64_t word) {
#if defined(__x86_64__) && !defined(__POPCNT__)
  constexpr std::uint64_t kEach = ~std::uint64_t{0};
  word -= word >> 1 & kEach / 3;
  word = (word & kEach / 5) + (word >> 2 & kEach / 5);
  word = (word + (word >> 4)) & kEach / 17;
  return static_cast<int>(word * (kEach / 255) >> 56);
#else
  return std::popcount(word);
#endif
}

template <int Words>
struct Bits {
  static_assert(Words >= 1);
  static constexpr int kCapacity = 64 * Words;

  std::array<std::uint64_t, Words> words{};

  // The set of one point. Precondition of all that take an index: 0 <= index < kCapacity.
  static constexpr Bits of(int index) {
    Bits bits;
    bits.insert(index);
    return bits;
  }
  // The first `count` points. Precondition: 0 <= count <= kCapacity.
  static constexpr Bits first(int count) {
    Bits bits;
    for (int w = 0; w < Words; ++w) {
      const int here = count - 64 * w;
      if (here >= 64) {
        bits.words[w] = ~std::uint64_t{0};
      } else if (here > 0) {
        bits.words[w] = (std::uint64_t{1} << here) - 1;
      }
    }
    return bits;
  }

  constexpr bool contains(int index) const { return (words[index / 64] >> (index % 64) & 1) != 0; }
  constexpr void insert(int index) { words[index / 64] |= std::uint64_t{1} << (index % 64); }
  constexpr void erase(int index) { words[index / 64] &= ~(std::uint64_t{1} << (index % 64)); }

  constexpr bool any() const {
    std::uint64_t all = 0;
    for (std::uint64_t word : words) all |= word;
    return all != 0;
  }
  constexpr bool none() const { return !any(); }
  constexpr int count() const {
    int total = 0;
    for (std::uint64_t word : words) total += count_bits(word);
    return total;
  }
  // The smallest index. Precondition: any().
  constexpr int lowest() const {
    int w = 0;
    while (words[w] == 0) ++w;
    return 64 * w + std::countr_zero(words[w]);
  }
  constexpr bool is_subset_of(const Bits& other) const { return (*this & ~other).none(); }
  constexpr bool meets(const Bits& other) const { return (*this & other).any(); }

  friend constexpr Bits operator|(Bits a, const Bits& b) { return a |= b; }
  friend constexpr Bits operator&(Bits a, const Bits& b) { return a &= b; }
  friend constexpr Bits operator^(Bits a, const Bits& b) { return a ^= b; }
  // All other points up to the capacity. Take the board's part of them before counting.
  friend constexpr Bits operator~(Bits a) {
    for (std::uint64_t& word : a.words) word = ~word;
    return a;
  }
  constexpr Bits& operator|=(const Bits& other) {
    for (int w = 0; w < Words; ++w) words[w] |= other.words[w];
    return *this;
  }
  constexpr Bits& operator&=(const Bits& other) {
    for (int w = 0; w < Words; ++w) words[w] &= other.words[w];
    return *this;
  }
  constexpr Bits& operator^=(const Bits& other) {
    for (int w = 0; w < Words; ++w) words[w] ^= other.words[w];
    return *this;
  }

  // All points with their indices made greater (<<) or smaller (>>). What leaves the words is lost.
  // Precondition: 0 < by < 64.
  friend constexpr Bits operator<<(const Bits& a, int by) {
    Bits result;
    for (int w = Words - 1; w > 0; --w) {
      result.words[w] = a.words[w] << by | a.words[w - 1] >> (64 - by);
    }
    result.words[0] = a.words[0] << by;
    return result;
  }
  friend constexpr Bits operator>>(const Bits& a, int by) {
    Bits result;
    for (int w = 0; w < Words - 1; ++w) {
      result.words[w] = a.words[w] >> by | a.words[w + 1] << (64 - by);
    }
    result.words[Words - 1] = a.words[Words - 1] >> by;
    return result;
  }

  friend constexpr bool operator==(const Bits&, const Bits&) = default;

  // Walks the members in ascending order. It holds those that are still to come.
  class Iterator {
   public:
    constexpr explicit Iterator(const Bits& rest) : rest_(rest) {}
    constexpr int operator*() const { return rest_.lowest(); }
    constexpr Iterator& operator++() {
      int w = 0;
      while (rest_.words[w] == 0) ++w;
      rest_.words[w] &= rest_.words[w] - 1;
      return *this;
    }
    friend constexpr bool operator==(const Iterator&, const Iterator&) = default;

   private:
    Bits rest_;
  };
  constexpr Iterator begin() const { return Iterator(*this); }
  constexpr Iterator end() const { return Iterator(Bits{}); }
};

}  // namespace goseki
