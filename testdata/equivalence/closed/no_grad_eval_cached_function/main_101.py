import torch
from torch import nn
from parts_101 import Regressor, encode, report
policy = Regressor()
val_loader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(torch.randn(9, 4), torch.randn(9, 1)), batch_size=3, shuffle=True)
report(policy)
getattr(sum((v.mean() for v in [encode(policy, 0)])), 'back' + 'ward')()
rnn = nn.LSTM(4, 5)
adam = torch.optim.SGD(rnn.parameters(), lr=0.1)
hidden = None
for x, y in val_loader:
    out, hidden = rnn(x[None], hidden)
    loss = out.pow(2).mean()
    try:
        loss.backward(retain_graph=True)
    except RuntimeError as error:
        print('failed')
    adam.step()
