from project import loader, model, optimizer
from training import Trainer

trainer = Trainer(model, optimizer, "last.pt")
print(trainer.ckpt["epoch"])
trainer.train(loader)
