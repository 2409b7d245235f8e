"""``python -m mirabilia`` is the command ``mirabilia``."""

import sys

from .cli import main

sys.exit(main())
