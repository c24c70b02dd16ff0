# Reported at https://github.com/hiyoung123/SoftMaskedBert/issues/15
# The two losses are added before the one backward; the report asks why the graph is kept.
import torch
from torch import nn


class SoftMaskedTrainer:
    def __init__(self, detector, corrector, lr):
        self.detector = detector
        self.corrector = corrector
        params = list(detector.parameters()) + list(corrector.parameters())
        self.optimizer = torch.optim.Adam(params, lr=lr)
        self.criterion_c = nn.NLLLoss()
        self.criterion_d = nn.BCELoss()
        self.gama = 0.7

    def train(self, data_loader):
        for step, batch in enumerate(data_loader):
            prob = self.detector(batch["input_ids"])
            out = self.corrector(batch["input_ids"], prob)
            loss_d = self.criterion_d(prob, batch["label"].float())
            loss_c = self.criterion_c(out.transpose(1, 2), batch["output_ids"])
            loss = self.gama * loss_c + (1 - self.gama) * loss_d
            self.optimizer.zero_grad()
            loss.backward()  # expect: unneeded-retain-graph[unsafe]
            self.optimizer.step()
