"""Makes `harness` and the files of cases importable from here."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
