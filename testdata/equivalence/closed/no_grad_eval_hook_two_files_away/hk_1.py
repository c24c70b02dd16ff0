def watch(net):
    net.register_forward_hook(lambda m, i, o: print(o.requires_grad))
