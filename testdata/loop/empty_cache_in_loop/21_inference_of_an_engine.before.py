import torch


class Engine:
    @torch.no_grad()
    def serve(self, requests):
        answers = []
        for request in requests:
            answers.append(self.pipeline.generate(request))
            torch.cuda.empty_cache()  # expect: empty-cache-in-loop[unsafe]
        return answers

    @torch.no_grad()
    def merge(self, layers):
        for layer in layers:
            layer.weight.copy_(layer.base + layer.delta)
            torch.cuda.empty_cache()
