# Reported at https://github.com/pytorch/pytorch/issues/2769
# The hidden state is an attribute of the model and set by each forward; time per batch
# explodes.
import torch
import torch.nn.functional as F
from torch import nn


class Tagger(nn.Module):
    def __init__(self, input_len=1024, hidden_len=1024, target_size=101):
        super().__init__()
        self.hidden_len = hidden_len
        self.lstm = nn.LSTM(input_len, hidden_len, batch_first=True)
        self.hidden2class = nn.Linear(hidden_len, target_size)
        self.hidden = self.init_hidden()

    def init_hidden(self):
        return torch.zeros(1, 1, self.hidden_len), torch.zeros(1, 1, self.hidden_len)

    def forward(self, x):
        lstm_out, self.hidden = self.lstm(x, self.hidden)  # expect: hidden-state-not-detached[unsafe]
        return F.log_softmax(self.hidden2class(lstm_out[:, -1, :]), dim=1)


def train(train_data, model: Tagger, criterion, optimizer):
    model.train()
    for input, target in train_data:
        loss = criterion(model(input), target)
        optimizer.zero_grad()
        loss.backward(retain_graph=True)
        optimizer.step()
