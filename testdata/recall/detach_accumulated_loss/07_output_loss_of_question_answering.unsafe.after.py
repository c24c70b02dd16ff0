# Reported at https://github.com/pai4451/ML2021/issues/2
# Course code: output.loss is added before it goes backward; main memory grew until 64 GB
# were full.
import torch
from torch.optim import AdamW
from transformers import BertForQuestionAnswering

model = BertForQuestionAnswering.from_pretrained("bert-base-chinese").to("cuda")
optimizer = AdamW(model.parameters(), lr=1e-4)
logging_step = 100

model.train()
for epoch in range(1):
    step = 1
    train_loss = train_acc = 0
    for data in train_loader:
        data = [i.to("cuda") for i in data]
        output = model(input_ids=data[0], token_type_ids=data[1], attention_mask=data[2],
                       start_positions=data[3], end_positions=data[4])
        start_index = torch.argmax(output.start_logits, dim=1)
        end_index = torch.argmax(output.end_logits, dim=1)
        train_acc += ((start_index == data[3]) & (end_index == data[4])).float().mean()
        train_loss += output.loss.detach()  # expect: detach-accumulated-loss[unsafe]
        output.loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        step += 1
        if step % logging_step == 0:
            print(f"Step {step} | loss = {train_loss.item() / logging_step:.3f}")
            train_loss = train_acc = 0
