"""From a torch.nn.Module to an exported graph, with refusals that name the user's line."""

from gleed.capture.export import as_args, export

__all__ = ["as_args", "export"]
