import torch
from transformers import Trainer


class Distilling(Trainer):
    def prediction_step(self, model, inputs, prediction_loss_only, ignore_keys=None):
        inputs = self._prepare_inputs(inputs)
        outputs = model(**inputs)  # expect: no-grad-eval[unsafe]
        return outputs.loss.detach(), outputs.logits.detach(), inputs["labels"]
