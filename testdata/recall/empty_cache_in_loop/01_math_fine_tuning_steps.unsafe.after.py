# Reported at https://github.com/huggingface/peft/pull/2894
# mutations: no-no-final-newline
# Both calls after each step: 108 seconds instead of 45 for 250 steps.
import gc

import torch
from tqdm import tqdm


def train(model, optimizer, ds, max_steps):
    pbar = tqdm(range(1, max_steps + 1))
    for step, batch in zip(pbar, ds):
        batch = {k: v.to(model.device) for k, v in batch.items()}
        output = model(**batch)
        loss = output.loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()
        pbar.set_postfix({"loss": loss.item()})
