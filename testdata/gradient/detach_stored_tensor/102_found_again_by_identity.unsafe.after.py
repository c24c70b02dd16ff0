# A list looks at the identity of its items before it compares them, so it finds a tensor that is
# in it; of two tensors that are equal, or of a loss that is no number, it may not say the same.
import torch

model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), 0.1)


def is_without_blanks(data):
    losses = []
    for x in data:
        optimizer.zero_grad()
        loss = model(x).mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.detach())  # expect: detach-stored-tensor[unsafe]
        if losses[-1]is(loss):
            print("kept")
    print(len(losses))


def member(data):
    losses = []
    for x in data:
        optimizer.zero_grad()
        loss = model(x).mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.detach())  # expect: detach-stored-tensor[unsafe]
        print(loss  not  in losses)
    print(len(losses))


def sought(data):
    losses = []
    for x in data:
        optimizer.zero_grad()
        loss = model(x).mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.detach())  # expect: detach-stored-tensor[unsafe]
        print(losses.index(loss))
    print(len(losses))


def lists_compared(data):
    losses = []
    for x in data:
        optimizer.zero_grad()
        loss = model(x).mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.detach())  # expect: detach-stored-tensor[unsafe]
        print(losses == [loss])
    print(len(losses))


def not_told_apart(data):
    losses = []
    for x in data:
        optimizer.zero_grad()
        loss = model(x).mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.detach())  # expect: detach-stored-tensor[safe]
        if losses is not None and losses[-1] is not None:
            print(0 < loss.item() < 1, "x" in "xyz")
    print(len(losses))
