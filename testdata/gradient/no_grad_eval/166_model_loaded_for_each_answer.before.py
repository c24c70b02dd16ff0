import torch
from torch import nn


class Speech(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)

    def forward(self, x):
        return self.fc(x)


def store_vectors(path, audio, target):
    speech = Speech()
    speech.load_state_dict(torch.load(path))
    vectors = speech.forward(audio)  # expect: no-grad-eval[safe]
    torch.save(vectors.detach(), target)
