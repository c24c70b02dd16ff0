from torch import distributed as dist
from torch import ones

for epoch in range(2):
    for step in range(5):
        # both ranks
        pair = dist.new_group(ranks=[0, 1], backend="gloo")  # expect: new-group-in-loop[safe]
        dist.broadcast(ones(2), src=0, group=pair)
