import numpy as np


def rate(model, users, items, by_item=False):
    hits = []
    for batch in users:  # expect: no-grad-eval[safe]
        if by_item:
            for part in items:
                scores = model(batch, part).detach().cpu()
                hits.append(np.argmax(scores.numpy()))
    return hits
