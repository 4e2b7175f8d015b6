// Progress: how a long computation reports, and how it is told to stop.
#pragma once

#include <functional>

namespace goseki {

// Called now and then with the share done so far (0 to 1); returns false to stop.
using Progress = std::function<bool(double)>;

}  // namespace goseki
