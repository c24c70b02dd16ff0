# A curve of numbers and a public list of results: other files may read them.
class Evaluator:
    def __init__(self):
        self.loss_history = []
        self.results = []

    def step(self, loss, result):
        self.loss_history.append(loss.item())
        self.results.append(result)
