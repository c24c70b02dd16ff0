# Nothing says what the state is: the fix is right for a tensor and for a tuple.
import torch as th


def train(model, loader, optimizer, criterion):
    hidden = model.init_hidden()
    for x, y in loader:
        if th.is_tensor(hidden):
            hidden = hidden.detach()
        else:
            hidden = tuple(state.detach() for state in hidden)
        optimizer.zero_grad()
        output, hidden = model(x, hidden)  # expect: hidden-state-not-detached[unsafe]
        criterion(output, y).backward(retain_graph=True)
        optimizer.step()


def train_on_segments(model, document, optimizer, criterion):
    memory = None
    for segment in document:
        if th.is_tensor(memory):
            memory = memory.detach()
        elif memory is not None:
            memory = tuple(state.detach() for state in memory)
        # one segment
        optimizer.zero_grad()
        output, memory = model(segment.ids, memory)  # expect: hidden-state-not-detached[unsafe]
        criterion(output, segment.labels).backward(retain_graph=True)
        optimizer.step()
