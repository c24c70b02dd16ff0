import torch


class Engine:
    @torch.no_grad()
    def serve(self, requests):
        answers = []
        for request in requests:
            answers.append(self.pipeline.generate(request))
        return answers

    @torch.no_grad()
    def merge(self, layers):
        for layer in layers:
            layer.weight.copy_(layer.base + layer.delta)
            torch.cuda.empty_cache()
