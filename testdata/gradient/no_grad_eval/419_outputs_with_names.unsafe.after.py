# Modules that are given their input by name, give outputs that have names for their parts, and get
# features by a method.
import torch
from torch import nn
from transformers import AutoModel, AutoModelForCausalLM, CLIPModel


@torch.no_grad()
def perplexity(model, loader):
    total = 0.0
    for ids in loader:  # expect: no-grad-eval[unsafe]
        out = model(input_ids=ids, labels=ids)
        total += out.loss.item()
    return total


@torch.no_grad()
def embed(texts, tokenizer, model):
    rows = []
    for text in texts:  # expect: no-grad-eval[unsafe]
        ids = tokenizer(text, return_tensors="pt")
        out = model(input_ids=ids["input_ids"])
        rows.append(out.last_hidden_state[:, 0].detach().cpu().numpy())
    return rows


class Encoder:
    def __init__(self, name, device):
        self.model = CLIPModel.from_pretrained(name).to(device)

    @torch.no_grad()
    def images(self, batches):
        rows = []
        for pixels in batches:  # expect: no-grad-eval[unsafe]
            features = self.model.get_image_features(pixels)
            rows.append(features.detach().cpu().numpy())
        return rows

    def words(self, tokenizer, texts):
        return [self.model.encode(text) for text in texts]

    def settings(self, names):
        return [self.model.get_size(name) for name in names]
