"""pictures.py -- what goes into the demo's network and what its answers are called, from installed packages."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import torch
from PIL import Image, ImageDraw, ImageFont

SIDE = 224
PICTURES = ["coffee.png", "chelsea.png", "rocket.jpg"]


def package_folder(name: str) -> Path:
    """Where an installed package lies, without running its code."""
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        raise SystemExit(f"the package {name} is missing; ./dev demo installs what this needs")
    return Path(spec.origin).parent


def load_picture(name: str) -> Image.Image:
    """One of scikit-image's photographs: its middle square, at the network's size."""
    image = Image.open(package_folder("skimage") / "data" / name).convert("RGB")
    side = min(image.size)
    left, top = (image.width - side) // 2, (image.height - side) // 2
    return image.crop((left, top, left + side, top + side)).resize((SIDE, SIDE), Image.Resampling.BICUBIC)


def to_input(image: Image.Image) -> torch.Tensor:
    """(1, 3, SIDE, SIDE), as the network was trained to see it."""
    pixels = (np.asarray(image, np.float32) - 127) / 128
    return torch.from_numpy(pixels).permute(2, 0, 1)[None].contiguous()


def class_names() -> list[str]:
    """The names of ImageNet's 1000 classes, from the lists that lie in timm."""
    lists = package_folder("timm") / "data" / "_info"
    names = dict(line.split("\t", 1) for line in (lists / "imagenet_synset_to_lemma.txt").read_text().splitlines())
    synsets = (lists / "imagenet_synsets.txt").read_text().split()
    return [names[synset].split(",")[0] for synset in synsets]


def draw(path: Path, images: list[Image.Image], labels: list[list[tuple[str, float]]]) -> None:
    """The pictures side by side, each with bars for its classes (name, probability), as a PNG."""
    side, gap, row = 384, 16, 26
    height = side + gap * 3 + row * len(labels[0])
    sheet = Image.new("RGB", (gap + len(images) * (side + gap), height), "white")
    pen = ImageDraw.Draw(sheet)
    font = ImageFont.load_default(size=17)
    for i, (image, rows) in enumerate(zip(images, labels, strict=True)):
        x = gap + i * (side + gap)
        sheet.paste(image.resize((side, side), Image.Resampling.LANCZOS), (x, gap))
        for j, (name, probability) in enumerate(rows):
            y = side + 2 * gap + j * row
            pen.rectangle((x, y, x + side, y + row - 5), fill="#f1f1ee")
            pen.rectangle((x, y, x + side * probability, y + row - 5), fill="#f6b26b")
            pen.text((x + 8, y + 10), name, fill="black", font=font, anchor="lm")
            pen.text((x + side - 8, y + 10), f"{probability:.2f}", fill="black", font=font, anchor="rm")
    path.parent.mkdir(parents=True, exist_ok=True)
    # 256 colours, mixed by dots, keep the page's picture small.
    palette = sheet.quantize(256, method=Image.Quantize.MEDIANCUT)
    sheet.quantize(palette=palette, dither=Image.Dither.FLOYDSTEINBERG).save(path, optimize=True)
