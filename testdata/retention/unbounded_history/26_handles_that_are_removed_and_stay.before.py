class Attribution:
    def __init__(self, net):
        self.net = net
        self.handles = []

    def attribute(self, x):
        for module in self.net.modules():
            self.handles.append(module.register_forward_hook(self.watch))  # expect: unbounded-history[unsafe]
        found = self.net(x)
        self.unhook()
        return found

    def watch(self, module, inputs, output):
        print(type(module).__name__, len(output))

    def unhook(self):
        for handle in self.handles:
            handle.remove()


class Emptied(Attribution):
    def __init__(self, net):
        super().__init__(net)
        self.own = []
        self.removed = []
        self.counted = []
        self.first = []

    def attribute(self, x):
        for module in self.net.modules():
            self.own.append(module.register_forward_hook(self.watch))
            self.removed.append(module.register_forward_hook(self.watch))
            self.counted.append(module.register_forward_hook(self.watch))
            self.first.append(module.register_forward_hook(self.watch))
        found = self.net(x)
        self.unhook()
        return found

    def unhook(self):
        for handle in self.own:
            handle.remove()
        self.own = []
        for handle in self.removed:
            handle.remove()
        self.removed.clear()
        for handle in self.counted:
            handle.remove()
        print(sorted(self.counted, key=id))
        for handle in self.first:
            if handle is not self.first[0]:
                handle.remove()


class Ended:
    def __init__(self, net):
        self.net = net
        self.held = []
        self.watch()

    def watch(self):
        for module in self.net.modules():
            self.held.append(module.register_forward_hook(print))

    def destroy(self):
        for handle in self.held:
            handle.remove()
