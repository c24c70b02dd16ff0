# mutations: no-nesting
# At the end of a module it takes the name out of what others import.
import torch

table = torch.arange(10)
TWICE = table * 2
del table
