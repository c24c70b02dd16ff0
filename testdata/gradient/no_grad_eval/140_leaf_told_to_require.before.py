import torch


def rows_of(net, batches):
    rows = torch.empty(0, 1).requires_grad_()
    net.eval()
    for x in batches:  # expect: no-grad-eval[unsafe]
        rows = torch.cat([net(x).detach(), rows])
    print(rows.requires_grad)


def plain_rows_of(net, batches):
    rows = torch.empty(0, 1)
    net.eval()
    for x in batches:  # expect: no-grad-eval[safe]
        rows = torch.cat([net(x).detach(), rows])
    print(rows.shape)


plain_rows_of(torch.nn.Linear(4, 1), [torch.ones(3, 4)])
