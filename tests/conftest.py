"""Lets GLEED_CORE name another build of the extension, so that these tests run on one with sanitizers."""

import importlib.util
import os
import sys

if "GLEED_CORE" in os.environ:
    spec = importlib.util.spec_from_file_location("gleed._core", os.environ["GLEED_CORE"])
    assert spec is not None and spec.loader is not None
    sys.modules["gleed._core"] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
