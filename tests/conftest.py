import os
import signal

from hypothesis import settings

# The same examples on every machine and run; others each time by HYPOTHESIS_PROFILE=rotating
# (`.ci/slow`, which says the seed), and many more of them by HYPOTHESIS_PROFILE=deep.
settings.register_profile("default", deadline=None, derandomize=True)
settings.register_profile("rotating", deadline=None, max_examples=300, print_blob=True)
settings.register_profile("deep", deadline=None, max_examples=5_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

# A run in the background inherits that interrupts are ignored, and so would the programs that
# tests start and interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)
