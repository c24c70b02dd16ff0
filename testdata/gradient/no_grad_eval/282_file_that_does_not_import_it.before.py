import numpy as np


def test(model, users, items):
    scores = []
    for start in range(0, len(users), 500):  # expect: no-grad-eval[unsafe]
        embedded, others = model(users[start : start + 500], items)
        scores.append((embedded @ others.T).detach().cpu().numpy())
    return np.concatenate(scores)
