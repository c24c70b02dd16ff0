import torch


class Exporter:
    def run(self, example):
        traced = torch.jit.trace(self.model, example)  # expect: jit-trace-in-loop[unsafe]
        for i in range(3):
            print(traced(example))
