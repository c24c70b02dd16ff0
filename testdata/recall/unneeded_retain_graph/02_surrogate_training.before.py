# Reported at https://github.com/ChandlerBang/pytorch-gnn-meta-attack/issues/1
# The outer training stage of an attack keeps the graph that nobody needs again; the
# author agrees.
import torch
import torch.nn.functional as F


class Surrogate:
    def __init__(self, weights, lr):
        self.weights = weights
        self.optimizer = torch.optim.Adam(weights, lr=lr)

    def inner_train(self, features, adj, idx_train, labels, iters):
        for j in range(iters):
            hidden = features
            for w in self.weights:
                hidden = adj @ (hidden @ w)
            output = F.log_softmax(hidden, dim=1)
            loss = F.nll_loss(output[idx_train], labels[idx_train])
            self.optimizer.zero_grad()
            loss.backward(retain_graph=True)  # missed: unneeded-retain-graph[unsafe] - a parameter may bring a graph that its owner needs
            self.optimizer.step()
