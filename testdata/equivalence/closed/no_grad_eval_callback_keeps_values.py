# level: safe
# rule: no-grad-eval
from torch import nn
import torch.utils.data

class Net(nn.Module):

    def __init__(self, width=6):
        super().__init__()
        self.body = nn.Linear(4, width)
        self.head = nn.Linear(width, 1)

    def forward(self, x):
        h = torch.relu(self.body(x))
        return self.head(h)

def evaluate(net, data, on_batch=print):
    net.eval()
    for x, y in data:
        on_batch(net(x).mean())
model = Net()
val_loader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(torch.randn(9, 4), torch.randn(9, 1)), batch_size=3, shuffle=True)
seen = []
evaluate(model, val_loader, seen.append)
torch.autograd.backward([v.sum() for v in [torch.as_tensor(v) for v in seen]])
