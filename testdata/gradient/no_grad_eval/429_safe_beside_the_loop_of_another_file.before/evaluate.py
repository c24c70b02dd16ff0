import torch
from pkg import *


def evaluate(encoder, loader):
    model = Decoder()
    model.load_state_dict(torch.load("decoder.pt"))
    for batch in loader:  # expect: no-grad-eval[unsafe]
        state = encoder(batch)
        print(model.decode(state, 50))
