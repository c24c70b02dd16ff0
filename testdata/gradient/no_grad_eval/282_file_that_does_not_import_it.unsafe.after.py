import numpy as np
import torch


def test(model, users, items):
    scores = []
    with torch.no_grad():
        for start in range(0, len(users), 500):  # expect: no-grad-eval[unsafe]
            embedded, others = model(users[start : start + 500], items)
            scores.append((embedded @ others.T).detach().cpu().numpy())
    return np.concatenate(scores)
