import torch
from trainers import BaseTrainer


class Distilling(BaseTrainer):
    def wanted_logits(self, inputs):
        return self.teacher(inputs["ids"]).logits
