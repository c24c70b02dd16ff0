import torch


class Estimator:
    def predict_framework(self, x):
        self._model.eval()
        outputs = self._model(x)
        return outputs[-1]


def features(model, x, store):
    model.eval()
    model.head.register_forward_hook(store)
    model(x)
    return store.value
