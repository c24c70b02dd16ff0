# The step of an engine: its handlers may reset, and the library's own step does.
from ignite.engine import Engine, Events, create_supervised_trainer


def make_trainer(model, criterion, optimizer):
    def update(engine, batch):
        loss = criterion(model(batch[0]), batch[1])
        loss.backward()
        optimizer.step()
        return loss.item()

    trainer = Engine(update)

    @trainer.on(Events.ITERATION_STARTED)
    def reset(engine):
        optimizer.zero_grad()

    return trainer


def make_simple_trainer(model, criterion, optimizer, loader):
    trainer = create_supervised_trainer(model, optimizer, criterion)
    trainer.run(loader, max_epochs=3)
    return trainer
