// Planes: what a network sees of a position, as one bit for each point and plane.
//
// Everything is seen by the side to move: its stones are the *own* ones. A board may be turned or
// mirrored on the way (board/symmetry.h). What is no matter of points, such as the komi, is in a
// few numbers beside the planes.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "board/board.h"
#include "tactics/ladder.h"

namespace goseki {

inline constexpr std::array<std::string_view, 26> kPlaneNames = {
    "board",               // 1 everywhere: next to it the padding of a convolution shows the edge
    "own, 1 liberty",      //
    "own, 2 liberties",    //
    "own, 3 liberties",    //
    "own, 4 or more",      //
    "other, 1 liberty",    //
    "other, 2 liberties",  //
    "other, 3 liberties",  //
    "other, 4 or more",    //
    "last move",           //
    "2 moves ago",         //
    "3 moves ago",         //
    "4 moves ago",         //
    "5 moves ago",         //
    "ko",                  // where the side to move may not take back
    "legal",               //
    "1 liberty after",     // legal points, by the liberties of the block that a play makes
    "2 liberties after",   //
    "3 liberties after",   //
    "4 or more after",     //
    "takes 1",             // legal points, by the stones that a play takes
    "takes 2",             //
    "takes 3 or more",     //
    "own, in a ladder",    // blocks that are captured in a ladder if their opponent begins
    "other, in a ladder",  //
    "begins a ladder",     // legal points with which a ladder that works begins
};
inline constexpr int kPlanes = static_cast<int>(kPlaneNames.size());

// Numbers beside the planes.
inline constexpr std::array<std::string_view, 3> kGlobalNames = {
    "komi",  // what the side to move is given, in 20 points
    "pass",  // 1 if the last move was a pass
    "size",  // (points of the board - 81) / 280
};
inline constexpr int kGlobals = static_cast<int>(kGlobalNames.size());

// Writes what one position looks like. It keeps its memory from one to the next.
class PlaneWriter {
 public:
  // Writes kPlanes times as many bytes as the board has points, each 0 or 1, row by row of the
  // board as `symmetry` shows it.
  void write(const Board& board, int symmetry, std::uint8_t* planes);

  // `komi` is White's.
  static std::array<float, kGlobals> globals(const Board& board, double komi);

 private:
  tactics::LadderReader ladders_;
};

}  // namespace goseki
