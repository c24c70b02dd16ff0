class Layer:
    def forward(self, x):
        self.running_mean = 0.9 * self.running_mean + 0.1 * x.mean(axis=0)
        return x
