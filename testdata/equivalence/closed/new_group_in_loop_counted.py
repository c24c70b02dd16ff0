# level: safe
# rule: new-group-in-loop
import torch.distributed as dist
dist.init_process_group('gloo', store=dist.HashStore(), rank=0, world_size=1)
for i in range(3):
    group = dist.new_group(list(range(dist.get_world_size())))
    print(len(dist.distributed_c10d._pg_map))
