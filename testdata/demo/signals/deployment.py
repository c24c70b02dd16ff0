"""Getting a classifier ready to be shipped."""

import torch

from signals.data import LENGTH


def compiled_outputs(model, batches):
    """Class of every wave, from a traced copy of the model."""
    model.eval()
    example = torch.zeros(1, LENGTH)
    labels = []
    with torch.no_grad():
        for batch in batches:
            traced = torch.jit.trace(model, example)
            labels.extend(traced(batch).argmax(dim=1).tolist())
    return labels


def trace_by_length(model, lengths):
    """One trace for each length of wave: the shape is part of a trace."""
    traces = {}
    with torch.no_grad():
        for length in lengths:
            traces[length] = torch.jit.trace(model, torch.zeros(1, length))
    return traces
