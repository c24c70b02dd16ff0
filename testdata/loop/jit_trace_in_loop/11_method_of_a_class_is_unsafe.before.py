import torch


class Exporter:
    def run(self, example):
        for i in range(3):
            traced = torch.jit.trace(self.model, example)  # expect: jit-trace-in-loop[unsafe]
            print(traced(example))
