import numpy as np
import torch


class Regressor:
    def __init__(self, model):
        self._model = model

    def predict(self, x, training_mode=False):
        self._model.train(mode=training_mode)
        results = []
        for batch in torch.split(torch.from_numpy(x), 128):  # expect: no-grad-eval[unsafe]
            output = self._model(batch)[-1]
            results.append(output.detach().cpu().numpy())
        return np.vstack(results)
