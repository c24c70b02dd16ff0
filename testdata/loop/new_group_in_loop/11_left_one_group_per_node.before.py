import torch.distributed as dist


def per_node(nodes, gpus, rank):
    mine = None
    for node in range(nodes):
        ranks = list(range(node * gpus, (node + 1) * gpus))
        group = dist.new_group(ranks)
        if rank in ranks:
            mine = group
    for ranks in [[0, 1], [2, 3]]:
        pair = dist.new_group(ranks=ranks)
    return mine
