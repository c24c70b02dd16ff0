import torch


def outer(model, tasks, criterion, meta_optimizer, adapt):
    meta_loss = 0.0
    for support, query in tasks:
        learner = adapt(model, support)
        x, y = query
        inner = criterion(learner(support[0]), support[1])
        inner.backward(retain_graph=True)
        meta_loss += criterion(learner(x), y)
    meta_optimizer.zero_grad()
    meta_loss.backward()
    meta_optimizer.step()
