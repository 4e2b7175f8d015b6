// What a search says of a claim.
#pragma once

#include <cstdint>

namespace goseki {

enum class Verdict : std::uint8_t {
  kProven,
  kRefuted,
  kUnknown,  // a limit came first
};

}  // namespace goseki
