import torch


def used_afterwards(loader, module, optimizer):
    outputs = []
    for batch in loader:
        optimizer.zero_grad()
        output = module.training_step(batch)
        output["loss"].backward()
        optimizer.step()
        outputs.append(output)  # expect: detach-stored-tensor[report]
        output["step"] = 1
    return module.training_epoch_end(outputs)


def nested(loader, module, optimizer):
    outputs = []
    for batch in loader:
        optimizer.zero_grad()
        output = module.training_step(batch)
        output["losses"]["all"].backward()
        optimizer.step()
        outputs.append(output)  # expect: detach-stored-tensor[report]
    return module.training_epoch_end(outputs)


def with_attributes(loader, module, optimizer):
    outputs = []
    for batch in loader:
        optimizer.zero_grad()
        output = module.training_step(batch)
        output["loss"].backward()
        print(output.logits)
        optimizer.step()
        outputs.append(output)  # expect: detach-stored-tensor[report]
    return module.training_epoch_end(outputs)


def a_tuple(loader, module, optimizer):
    outputs = []
    for batch in loader:
        optimizer.zero_grad()
        output = module.training_step(batch)
        output[0].backward()
        optimizer.step()
        outputs.append(output)  # expect: detach-stored-tensor[report]
    return module.training_epoch_end(outputs)


def differentiated_later(loader, module, optimizer):
    outputs = []
    for batch in loader:
        output = module.training_step(batch)
        outputs.append(output)
    sum(output["loss"] for output in outputs).backward()
    optimizer.step()
