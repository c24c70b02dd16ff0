from dataclasses import dataclass, fields

import torch
from tensorflow import keras


@dataclass
class Batch:
    ids: torch.Tensor
    values: torch.Tensor

    def parts(self, size):
        return [getattr(self, field.name)[:size] for field in fields(self)]


class Maker:
    def __init__(self, policy):
        self.policy = policy
        self.batches = []
        self.names = []

    def __call__(self, ids):
        with torch.no_grad():
            values = self.policy(ids)
        batch = Batch(ids, torch.relu(values))
        self.batches.append(batch)  # expect: unbounded-history[report]
        self.names.append(batch)
        return batch


class WeightHistory(keras.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.weights = []

    def on_epoch_end(self, epoch, logs=None):
        w = self.model.get_weights()
        self.weights.append(w)  # expect: unbounded-history[report]
