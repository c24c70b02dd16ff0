# The model knows its trainer, which keeps it.
# options: minor: true
class Trainer:
    def __init__(self, epochs):
        self.epochs = epochs

    def prepare(self, model):
        model.trainer = self  # expect: reference-cycle[report]
        self.model = model
