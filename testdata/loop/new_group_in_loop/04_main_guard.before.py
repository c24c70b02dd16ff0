from torch.distributed import all_reduce, init_process_group, new_group

if __name__ == "__main__":
    init_process_group("gloo")
    for _ in range(3):
        everyone = new_group()  # expect: new-group-in-loop[safe]
