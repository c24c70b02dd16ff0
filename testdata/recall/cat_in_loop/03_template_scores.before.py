# Reported at https://github.com/kamata1729/QATM_pytorch/pull/14
# Scores of all templates are concatenated; large images ran out of memory.
import numpy as np


def run_multi_sample(model, dataset):
    scores = None
    w_array = []
    h_array = []
    for data in dataset:
        score = model.score_one(data["template"], data["image"], data["thresh"])
        if scores is None:
            scores = score
        else:
            scores = np.concatenate([scores, score], axis=0)  # expect: cat-in-loop[unsafe]
        w_array.append(data["template_w"])
        h_array.append(data["template_h"])
    return np.array(scores), np.array(w_array), np.array(h_array)
