import torch
from loops_1 import evaluate
from nets_1 import Net
from probes_1 import ProbedNet

torch.manual_seed(0)
batches = torch.ones(2, 4, 3)
print(evaluate(Net(), batches), evaluate(ProbedNet(), batches))
