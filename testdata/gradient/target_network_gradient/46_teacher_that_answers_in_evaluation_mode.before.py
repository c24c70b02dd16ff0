import torch
from trainers import BaseTrainer


class Distilling(BaseTrainer):
    def wanted_logits(self, inputs):
        self.teacher.eval()
        return self.teacher(inputs["ids"]).logits  # expect: target-network-gradient[unsafe]
