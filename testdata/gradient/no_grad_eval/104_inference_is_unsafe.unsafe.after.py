import torch
from torch import nn


class Vocoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(8, 8)

    def forward(self, mel):
        return self.head(mel)

    @torch.no_grad()
    def inference(self, mel):
        mel = mel.float()
        return self.forward(mel)  # expect: no-grad-eval[unsafe]
