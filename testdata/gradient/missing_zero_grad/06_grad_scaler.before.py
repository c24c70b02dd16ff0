# The scaler steps the optimizer; clipping and unscaling are no resets.
import torch
from torch.cuda.amp import GradScaler, autocast


def train(model, loader, optimizer, loss_fn, clip):
    scaler = GradScaler()
    for batch in loader:
        with autocast():
            loss = loss_fn(model(batch["x"]), batch["y"])
        scaler.scale(loss).backward()  # expect: missing-zero-grad[unsafe]
        scaler.unscale_(optimizer)
        if clip:
            for p in model.parameters():
                p.grad.data.clamp_(-clip, clip)
        scaler.step(optimizer)
        scaler.update()
