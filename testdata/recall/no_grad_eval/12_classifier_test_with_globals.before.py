# Reported at https://github.com/jhjacobsen/invertible-resnet/issues/15
# test() computes the loss on the test set with gradients on; several trainings on one GPU
# ran out of memory.
import torch


def test(best_acc, args, model, epoch, testloader, use_cuda, criterion, logname):
    model.eval()
    test_loss = 0
    correct = 0
    total = 0
    for batch_idx, (inputs, targets) in enumerate(testloader):  # expect: no-grad-eval[unsafe]
        if use_cuda:
            inputs, targets = inputs.cuda(), targets.cuda()
        out = model(inputs)
        loss = criterion(out, targets)
        test_loss += loss.item()
        _, predicted = torch.max(out.data, 1)
        total += targets.size(0)
        correct += predicted.eq(targets.data).cpu().sum().item()
        del out, inputs, targets
    acc = 100.0 * correct / total
    with open(logname, "a") as f:
        f.write("%d %.3f %.2f\n" % (epoch, test_loss, acc))
    if acc > best_acc:
        torch.save(model.state_dict(), "checkpoint.pt")
        best_acc = acc
    return best_acc
