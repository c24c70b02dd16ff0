import torch

from model import LanguageModel


def answer(prompts, decode):
    model = LanguageModel().cuda().eval()
    with torch.no_grad():
        return [decode(model.generate(ids, 200)) for ids in prompts]
