"""Synthetic waves: sines, squares and saw teeth with noise."""

import math

import torch
from torch.utils.data import DataLoader, Dataset, random_split

LENGTH = 48
KINDS = ("sine", "square", "saw")


def make_wave(kind, frequency, phase, noise, generator):
    t = torch.linspace(0, 1, LENGTH)
    angle = 2 * math.pi * (frequency * t + phase)
    if kind == "sine":
        wave = torch.sin(angle)
    elif kind == "square":
        wave = torch.sign(torch.sin(angle))
    else:
        wave = 2 * torch.remainder(frequency * t + phase, 1.0) - 1
    return wave + noise * torch.randn(LENGTH, generator=generator)


class Waves(Dataset):
    """Labelled waves, made once."""

    def __init__(self, count, noise=0.3, seed=0):
        generator = torch.Generator().manual_seed(seed)
        self.items = []
        for i in range(count):
            label = i % len(KINDS)
            frequency, phase = torch.rand(2, generator=generator).tolist()
            wave = make_wave(KINDS[label], 1 + 4 * frequency, phase, noise, generator)
            self.items.append((wave, label))

    def __len__(self):
        return len(self.items)

    def __getitem__(self, index):
        return self.items[index]


def make_loaders(count=360, batch_size=30, seed=0):
    waves = Waves(count, seed=seed)
    held_out = count // 3
    generator = torch.Generator().manual_seed(seed)
    train, test = random_split(waves, [count - held_out, held_out], generator=generator)
    return (
        DataLoader(train, batch_size=batch_size, shuffle=True, generator=generator),
        DataLoader(test, batch_size=batch_size),
    )


def loudness(loader):
    """The largest sample of every wave: the mean of them, and the largest."""
    peaks = torch.zeros(0)
    for waves, _ in loader:
        peaks = torch.cat((peaks, waves.abs().amax(dim=1)))
    return peaks.mean().item(), peaks.max().item()
