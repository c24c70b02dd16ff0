# Reported at https://github.com/jpata/particleflow/pull/290
# One function runs an epoch in either phase; the branch that only evaluates calls the
# model with gradients on.
import torch


def train_and_valid(is_train, model, optimizer, loader, loss_fn):
    total = 0.0
    steps = 0
    if is_train:
        model.train()
    else:
        model.eval()
    for batch in loader:
        features, mask, target = batch
        if is_train:
            prediction = model(features, mask)
            loss = loss_fn(prediction, target)
            for param in model.parameters():
                param.grad = None
            loss.backward()
            optimizer.step()
        else:
            prediction = model(features, mask)  # expect: no-grad-eval[unsafe]
            loss = loss_fn(prediction, target)
        total += loss.item()
        steps += 1
    return total / steps
