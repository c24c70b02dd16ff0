# A handle may be removed by another name, by its method alone, or by a `with` statement.
import atexit
import contextlib

import torch


def sum_by_another_name(net, x):
    seen = []
    handle = net.layer.register_forward_hook(lambda m, i, o: seen.append(o.detach()))
    same = handle
    net(x)
    same.remove()
    return seen[0].sum().item()


def sum_at_the_end(net, x):
    seen = []
    handle = net.layer.register_forward_hook(lambda m, i, o: seen.append(o.detach()))
    atexit.register(handle.remove)
    net(x)
    return seen[0].sum().item()


def sum_within(net, x):
    seen = []
    handle = net.layer.register_forward_hook(lambda m, i, o: seen.append(o.detach()))
    with handle:
        net(x)
    return seen[0].sum().item()


def sum_within_as(net, x):
    seen = []
    with net.layer.register_forward_hook(lambda m, i, o: seen.append(o.detach())) as handle:
        net(x)
    return seen[0].sum().item()


def sum_within_of_another_name(net, x):
    seen = []
    handle = net.layer.register_forward_hook(lambda m, i, o: seen.append(o.detach()))
    same = handle
    with same:
        net(x)
    return seen[0].sum().item()


def sum_on_a_stack(net, x):
    seen = []
    with contextlib.ExitStack() as stack:
        handle = net.layer.register_forward_hook(lambda m, i, o: seen.append(o.detach()))
        stack.enter_context(handle)
        net(x)
    return seen[0].sum().item()


def sum_from_a_table(net, x):
    seen = []
    handle = net.layer.register_forward_hook(lambda m, i, o: seen.append(o.detach()))
    table = {"layer": handle}
    net(x)
    for one in table.values():
        one.remove()
    return seen[0].sum().item()
