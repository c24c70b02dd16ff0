import torch

out = torch.empty(0, 6)
for i in range(3):
    out = torch.cat(  # expect: cat-in-loop[unsafe]
        (
            out,
            # the new row
            torch.cat(
                [torch.ones(1, 3), torch.zeros(1, 3)],
                dim=1,
            ),
        ),
        dim=0,
    )
print(out.shape)
