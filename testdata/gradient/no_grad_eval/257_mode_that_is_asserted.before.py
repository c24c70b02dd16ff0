import torch


class Evaluation:
    def rollout(self, model, count):
        assert not model.training, "call model.eval() first"
        valid = 0
        for _ in range(count):  # expect: no-grad-eval[unsafe]
            graph = model()
            valid += len(graph.nodes.tolist()) > 3
        return valid / count
