import torch
import torch.nn as nn
