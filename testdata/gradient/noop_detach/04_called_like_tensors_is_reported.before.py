import torch as th


def clean(net, batch):
    net.hidden[0].detach()  # expect: noop-detach[report]
    batch.pred_logits.detach()  # expect: noop-detach[report]
    th.relu(batch.x).detach()  # expect: noop-detach[report]
    batch.last_hidden.detach()  # expect: noop-detach[report]
    return net
