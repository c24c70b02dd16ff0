# A caller may differentiate what is kept: no pass is seen to free its graph whatever happens.
import torch
import torch.nn.functional as F


def by_place(net, batches):
    kept = []
    for x, y in batches:
        loss = F.cross_entropy(net(x), y)
        loss.backward(None, True)
        kept.append(loss.detach())  # expect: detach-stored-tensor[unsafe]
    return kept


def by_branch(net, batches, inputs):
    kept = []
    for x, y in batches:
        loss = F.cross_entropy(net(x), y)
        loss.backward(inputs=inputs)
        kept.append(loss.detach())  # expect: detach-stored-tensor[unsafe]
    return kept


def by_condition(net, batches, warm):
    kept = []
    for step, (x, y) in enumerate(batches):
        out = net(x)
        loss = F.cross_entropy(out, y)
        extra = F.mse_loss(out, y.float())
        if step > warm:
            loss = loss + extra
        loss.backward()
        kept.append(extra.detach())  # expect: detach-stored-tensor[unsafe]
    return kept


def by_size(net, other, batches):
    kept = []
    for x, y in batches:
        out = net(x)
        loss = other(x).sum() / out.size(0)
        loss.backward()
        kept.append(out.detach())  # expect: detach-stored-tensor[unsafe]
    return kept


def for_certain(net, batches):
    kept = []
    for x, y in batches:
        out = net(x)
        part = F.mse_loss(out, y)
        loss = F.l1_loss(out, y) + 0.5 * part
        loss.backward()
        kept.append(part.detach())  # expect: detach-stored-tensor[safe]
    return kept
