# A view keeps all of the tensor that it shows.
import torch


@torch.no_grad()
def embed(model, loader):
    embeddings = []
    for batch in loader:
        outputs = model(**batch)
        embeddings.append(outputs.last_hidden_state[:, 0])  # expect: results-on-device[unsafe]
    return torch.cat(embeddings)


@torch.no_grad()
def last_states(model, loader):
    states = []
    for x in loader:
        hidden = model(x)
        states.append(hidden[:, -1, :].squeeze(1))  # expect: results-on-device[unsafe]
    return torch.cat(states)


@torch.no_grad()
def best_classes(model, loader):
    orders = []
    for x in loader:
        y = model(x)
        orders.append(y.argsort(1, descending=True)[:, :5])  # expect: results-on-device[unsafe]
    return torch.cat(orders)
