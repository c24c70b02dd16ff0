# Reported at https://github.com/castorini/castor/pull/84
# Tensors deleted at the end of a function; the review asks whether it has an effect.
import torch


def train_step(model, optimizer, criterion, batch):
    output = model(batch.sentence_1, batch.sentence_2)
    loss = criterion(output, batch.label)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    value = loss.item()
    print("loss", value)
    del output  # expect: pointless-del[report]
    del loss  # expect: pointless-del[report]
