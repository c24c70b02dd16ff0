class Memo:
    def __init__(self, layer):
        self.layer = layer
        self.items = {}

    def __getitem__(self, name):
        if name not in self.items:
            self.items[name] = getattr(self.layer.weight, name)()
        return self.items[name]
