import sys

from goseki.cli import main

sys.exit(main())
