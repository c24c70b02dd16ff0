# Reported at https://github.com/pytorch/pytorch/issues/2198
# hidden goes from batch to batch; nothing of the graph can be freed over the whole
# sequence.
import torch
from torch import nn

rnn = nn.LSTM(10, 20, 2)
head = nn.Linear(20, 1)
optimizer = torch.optim.SGD(list(rnn.parameters()) + list(head.parameters()), lr=0.1)
criterion = nn.MSELoss()

hidden = (torch.zeros(2, 3, 20), torch.zeros(2, 3, 20))
for x, y in stream:
    optimizer.zero_grad()
    output, hidden = rnn(x, hidden)  # expect: hidden-state-not-detached[unsafe]
    loss = criterion(head(output), y)
    loss.backward(retain_graph=True)
    optimizer.step()
