# Reported at https://github.com/batra-mlp-lab/visdial-challenge-starter-pytorch/pull/34
# Once per batch in the original, once per epoch after the fix.
import torch
from tqdm import tqdm


def run(model, criterion, optimizer, train_dataloader, num_epochs, device):
    for epoch in range(num_epochs):
        print(f"Training for epoch {epoch}:")
        for i, batch in enumerate(tqdm(train_dataloader)):
            for key in batch:
                batch[key] = batch[key].to(device)
            optimizer.zero_grad()
            output = model(batch)
            loss = criterion(output.view(-1, output.size(-1)), batch["ans_ind"].view(-1))
            loss.backward()
            optimizer.step()
            torch.cuda.empty_cache()  # expect: empty-cache-in-loop[unsafe]
