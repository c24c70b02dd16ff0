# Reported at https://github.com/sktime/sktime/issues/10928
# Intensity and attention are kept to look at and break deepcopy; the regularisation loss
# must stay attached.
import torch
from torch import nn


class SeqSelfAttention(nn.Module):
    def __init__(self, units, input_dim, weight=1e-4):
        super().__init__()
        self.query = nn.Linear(input_dim, units, bias=False)
        self.key = nn.Linear(input_dim, units)
        self.score = nn.Linear(units, 1)
        self.weight = weight

    def forward(self, inputs):
        q = self.query(inputs).unsqueeze(2)
        k = self.key(inputs).unsqueeze(1)
        e = self.score(torch.tanh(q + k)).squeeze(-1)
        a = torch.softmax(e, dim=-1)
        self.intensity = e.detach()  # expect: forward-attr-retention[unsafe]
        self.attention = a.detach()  # expect: forward-attr-retention[unsafe]
        gram = a @ a.transpose(1, 2)
        self.regularizer_loss = self.weight * ((gram - torch.eye(a.size(1))) ** 2).sum()
        return a @ inputs


def training_loss(model, attention: SeqSelfAttention, x, y):
    prediction = model(attention(x))
    return nn.functional.mse_loss(prediction, y) + attention.regularizer_loss
