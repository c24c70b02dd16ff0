import sys

import torch
from model import Synthesizer

synthesizer = Synthesizer()
synthesizer.load_state_dict(torch.load(sys.argv[1]))
for line in sys.stdin:
    print(synthesizer.inference(torch.tensor([float(word) for word in line.split()])).shape)
