# The attribute has several values or is handed on, or another attribute that the trace
# reads changes.
import torch
from torch import nn


class Server(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.model = nn.Linear(width, 1)
        self.example = torch.rand(1, width)

    def other_example(self, requests):
        for request in requests:
            self.first = torch.jit.trace(self.model, self.example)
            self.first(request)
            self.example = request

    def other_example_by_method(self, requests):
        for request in requests:
            self.second = torch.jit.trace(self.model, self.example)
            self.second(request)
            self.renew(request)

    def renew(self, request):
        self.example = request

    def other_model(self, requests, models):
        for request, model in zip(requests, models):
            self.third = torch.jit.trace(self.model, torch.rand(1, 4))
            self.third(request)
            self.model = model

    def handed_on(self, requests, servers):
        for request in requests:
            self.fourth = torch.jit.trace(self.model, torch.rand(1, 4))
            servers.append(self.fourth)

    def read_before(self, requests):
        for request in requests:
            if self.fifth is not None:
                self.fifth(request)
            self.fifth = torch.jit.trace(self.model, torch.ones(1, 4))
