# The import that nothing else reads goes too.
# mutations: no-nesting, no-aliases
import torch
from torch.autograd import detect_anomaly
from torch.autograd import Variable, set_detect_anomaly

set_detect_anomaly(True)  # expect: anomaly-mode[unsafe]


def train(model, x):
    with detect_anomaly():  # expect: anomaly-mode[unsafe]
        model(Variable(x)).sum().backward()
