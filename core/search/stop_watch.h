// Until all includes say stop_watch.h.
#pragma once

#include "../stop_watch.h"
