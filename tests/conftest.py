import os
import signal

from hypothesis import settings

# The same examples on every machine and run; a deeper search by HYPOTHESIS_PROFILE=deep.
settings.register_profile("default", deadline=None, derandomize=True)
settings.register_profile("deep", deadline=None, max_examples=5_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

# A run in the background inherits that interrupts are ignored, and so would the programs that
# tests start and interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)
