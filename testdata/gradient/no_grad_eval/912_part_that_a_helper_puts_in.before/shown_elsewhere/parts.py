def show(net):
    for name, parameter in net.named_parameters():
        print(name, parameter.shape)
