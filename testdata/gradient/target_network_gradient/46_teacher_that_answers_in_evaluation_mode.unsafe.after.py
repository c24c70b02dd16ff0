import torch
from trainers import BaseTrainer


class Distilling(BaseTrainer):
    def wanted_logits(self, inputs):
        self.teacher.eval()
        with torch.no_grad():
            return self.teacher(inputs["ids"]).logits  # expect: target-network-gradient[unsafe]
