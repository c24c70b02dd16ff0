# options: minor: true
import torch


def train(model, loader, optimizer):
    for batch in loader:
        try:
            loss = model(batch).mean()
            loss.backward()
        except RuntimeError as error:
            if "out of memory" not in str(error):
                raise
            optimizer.zero_grad()
            torch.cuda.empty_cache()
            continue
        optimizer.step()
