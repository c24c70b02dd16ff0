from torch.autograd import Variable


def as_variable(images, volatile=False):
    return Variable(images.cuda(), volatile=volatile)


def validate(model, loader):
    model.eval()
    correct = 0
    for images, labels in loader:  # expect: no-grad-eval[unsafe]
        correct += (model(as_variable(images, True)).argmax(1) == labels).sum().item()
    return correct
