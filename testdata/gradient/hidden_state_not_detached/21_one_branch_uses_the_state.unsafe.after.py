# Where one branch alone has a state, it is detached there, and by what the file has for it.
# A function of a function is not looked for.
# mutations: no-nesting
import torch


def cut_off(h):
    if isinstance(h, torch.Tensor):
        return h.detach()
    return tuple(cut_off(v) for v in h)


def train(args, model, loader, optimizer, criterion):
    if args.recurrent:
        hidden = model.init_hidden(args.batch_size)
    for x, y in loader:
        optimizer.zero_grad()
        if args.recurrent:
            hidden = cut_off(hidden)
            output, hidden = model(x, hidden)  # expect: hidden-state-not-detached[unsafe]
        else:
            output = model(x)
        criterion(output, y).backward()
        optimizer.step()


def train_from_nothing(model, loader, optimizer, criterion):
    memory = None
    for x, y in loader:
        if memory is not None:
            memory = cut_off(memory)
        optimizer.zero_grad()
        output, memory = model(x, memory)  # expect: hidden-state-not-detached[unsafe]
        criterion(output, y).backward()
        optimizer.step()


def left_as_it_is_detached(model, loader, optimizer, criterion):
    hidden = model.init_hidden(4)
    for x, y in loader:
        optimizer.zero_grad()
        hidden = cut_off(hidden)
        output, hidden = model(x, hidden)
        criterion(output, y).backward()
        optimizer.step()
