# Who draws samples step by step, and prints them, gives their scores to a sampler out of sight.
import torch

from transformers import GPT2LMHeadModel

from drawing import log


def sample(model: GPT2LMHeadModel, tokenizer, sampler, prompt, count):
    data = torch.tensor(tokenizer.encode(prompt))[None, :]
    drawn = [prompt]
    for _ in range(count):
        scores = model(data)[0]  # expect: no-grad-eval[unsafe]
        scores = scores[:, -1]
        token = sampler(scores)
        data = torch.cat([data, token[:, None]], dim=1)
        drawn.append(tokenizer.decode(token[0]))
    log(drawn)


def main(tokenizer, sampler):
    model = GPT2LMHeadModel.from_pretrained("gpt2")
    sample(model, tokenizer, sampler, "It is", 40)


class Runner:
    def __init__(self, policy, env):
        self.policy = policy
        self.env = env
        self.scores = []

    def sample(self):
        state = self.env.reset()
        for _ in range(100):
            action, score = self.policy(state)
            self.scores.append(score)
            state = self.env.step(action)
