from torch import nn


def step(model, x, y):
    logits = model(x)
    loss = nn.functional.cross_entropy(logits, y)
    out = {"loss": loss, "size": len(y)}
    out["correct"] = (logits.argmax(1) == y).sum().item()
    return out
