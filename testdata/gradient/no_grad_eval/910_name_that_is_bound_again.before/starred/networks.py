from plain import Net
from signed import *
