# Where gradients are gathered over batches, both optimizers are reset behind them, or neither.
import torch
from accelerate import Accelerator
from torch import nn


def train(loader, config):
    accelerator = Accelerator(gradient_accumulation_steps=4)
    body, head = nn.Linear(100, 10), nn.Linear(10, 1)
    optimizer = torch.optim.AdamW(body.parameters())
    head_optimizer = torch.optim.AdamW(head.parameters())
    body, head, optimizer, head_optimizer, loader = accelerator.prepare(
        body, head, optimizer, head_optimizer, loader
    )
    for x, y in loader:
        with accelerator.accumulate(body, head):
            loss = (head(body(x)) - y).pow(2).mean()
            accelerator.backward(loss)  # expect: missing-zero-grad[unsafe]
            optimizer.step()
            head_optimizer.step()
            optimizer.zero_grad()
            head_optimizer.zero_grad()
