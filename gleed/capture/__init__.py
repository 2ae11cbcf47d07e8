"""From a torch.nn.Module to an exported graph, with refusals that name the user's line."""

from gleed.capture.export import export

__all__ = ["export"]
