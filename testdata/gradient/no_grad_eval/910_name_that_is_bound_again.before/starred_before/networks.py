from signed import *
from plain import Net
