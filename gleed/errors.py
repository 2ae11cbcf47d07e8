"""The errors that Gleed raises: one class for each moment at which something can be refused."""


class Error(Exception):
    """Base of every error that Gleed raises itself."""


class LowerError(Error):
    """A model cannot be lowered as it is.

    The message names the node, its line in the user's model, the reason and the way out:
    `conv2d "layer1.0.conv1" (model.py:41): no kernel for complex64; cast the input to float32`
    """


class LoadError(Error):
    """A file cannot be loaded: broken, of another version, or in need of something that is not here."""


class RunError(Error):
    """A method was called with inputs it does not take, or failed while running."""
