# level: safe
# rule: no-grad-eval
import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence

torch.manual_seed(0)
net = nn.Linear(4, 5)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
captions = torch.randint(0, 5, (3, 6))
lengths = [6, 4, 2]
for x in torch.randn(3, 3, 6, 4):
    scores = net(x)
    targets = pack_padded_sequence(captions, lengths, batch_first=True).data
    scores = pack_padded_sequence(scores, lengths, batch_first=True).data
    loss = F.cross_entropy(scores, targets)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(loss.item())
