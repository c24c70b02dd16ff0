# Reported at https://github.com/pytorch/pytorch/issues/21454
# A first trial of tracing put the call into the step: the model is traced for each batch.
import torch
from tqdm import tqdm, trange


def train(model, optimizer, train_dataloader, epochs, device):
    model.train()
    for _ in trange(int(epochs), desc="Epoch"):
        for step, batch in enumerate(tqdm(train_dataloader, desc="Iteration")):
            batch = tuple(t.to(device) for t in batch)
            input_ids, input_mask, segment_ids, start, end = batch
            traced = torch.jit.trace(model, (input_ids, segment_ids, input_mask, start, end))  # missed: jit-trace-in-loop[report] - the example changes with each batch
            loss = traced(input_ids, segment_ids, input_mask, start, end)
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()
