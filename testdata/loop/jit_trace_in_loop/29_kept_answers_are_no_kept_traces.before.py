import torch
from torch import nn


class Server:
    def __init__(self, width):
        self.model = nn.Linear(width, 1)
        self.model.eval()
        self.example = torch.rand(1, width)
        self.traced = None

    def serve(self, requests):
        answers = []
        for request in requests:
            traced = torch.jit.trace(self.model, self.example)  # expect: jit-trace-in-loop[unsafe]
            with torch.no_grad():
                answers.append(traced(request))
        return answers

    def serve_by_attribute(self, requests):
        answers = []
        for request in requests:
            self.traced = torch.jit.trace(self.model, self.example)  # expect: jit-trace-in-loop[unsafe]
            with torch.no_grad():
                answers.append(self.traced(request))
        return answers
