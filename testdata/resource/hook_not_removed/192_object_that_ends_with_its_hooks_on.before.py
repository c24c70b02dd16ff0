# A method that ends the object by its name says that the hooks were not meant to stay.
import torch


class Reducer:
    def __init__(self, parameters):
        self.parameters = list(parameters)
        self.hooks = []
        self.nodes = []
        for parameter in self.parameters:
            self.watch(parameter)

    def watch(self, parameter):
        node = parameter.expand_as(parameter).grad_fn.next_functions[0][0]

        def reduce(*unused):
            torch.distributed.all_reduce(parameter.grad)

        self.hooks.append(node.register_hook(reduce))  # expect: hook-not-removed[unsafe]
        self.nodes.append(node)

    def destroy(self):
        self.nodes = None


class Recorder:
    def __init__(self, model):
        self.file = open("activations.txt", "w")
        self.hook = model.register_forward_hook(self.write)  # expect: hook-not-removed[unsafe]

    def write(self, module, inputs, output):
        self.file.write(f"{output.mean()}\n")

    def close(self):
        self.file.close()
        return self.file.closed


# Somebody else removes them, or the hook dies with the activation, or the module with the object.
class Handed:
    def __init__(self, model):
        self.handed = model.register_forward_hook(print)

    def close(self):
        remove_all(self.handed)


class Watcher:
    def __init__(self, activation):
        self.watcher = activation.register_hook(print)

    def close(self):
        print("closed")


class Owner:
    def __init__(self):
        self.model = torch.nn.Linear(2, 2)
        self.owned = self.model.register_forward_hook(print)

    def close(self):
        print("closed")


class Installer:
    def __init__(self, model):
        self.installed = model.register_forward_hook(print)


# It closes one file, and opens the next.
class Rotating:
    def __init__(self, model):
        self.rotated = model.register_forward_hook(self.write)
        self.open("0.txt")

    def open(self, name):
        self.current = open(name, "w")

    def close(self):
        self.current.close()

    def rotate(self, name):
        self.close()
        self.open(name)

    def write(self, module, inputs, output):
        self.current.write(f"{output.mean()}\n")
