class Features:
    def __init__(self, network, layers):
        self.outputs = []
        for layer in layers:
            network[layer].register_forward_hook(
                lambda module, inputs, output: self.outputs.append(output)  # expect: unbounded-history[report]
            )

    def __call__(self, network, batch):
        network(batch)
        return self.outputs[-1]
