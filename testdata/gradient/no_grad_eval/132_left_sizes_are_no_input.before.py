# What takes a size makes a hidden state, it runs no part of the module.
import torch


def evaluate(model, source, batch_size):
    hidden = model.init_hidden(20)
    with torch.no_grad():
        for batch in source:
            output, hidden = model(batch, hidden)
            print(output.argmax(-1))
