# Reported at https://github.com/wenet-e2e/wekws/pull/73
# The executor clips, steps, and leaves the gradients for the next batch.
import logging

import torch
from torch.nn.utils import clip_grad_norm_


class Executor:
    def __init__(self):
        self.step = 0

    def train(self, model, optimizer, criterion, data_loader, device, args):
        model.train()
        clip = args.get("grad_clip", 50.0)
        for batch_idx, batch in enumerate(data_loader):
            optimizer.zero_grad()
            key, feats, target, feats_lengths = batch
            feats = feats.to(device)
            target = target.to(device)
            if target.size(0) == 0:
                continue
            logits = model(feats)
            loss = criterion(logits, target)
            loss.backward()  # expect: missing-zero-grad[unsafe]
            grad_norm = clip_grad_norm_(model.parameters(), clip)
            if torch.isfinite(grad_norm):
                optimizer.step()
            logging.debug("batch %d loss %f", batch_idx, loss.item())
