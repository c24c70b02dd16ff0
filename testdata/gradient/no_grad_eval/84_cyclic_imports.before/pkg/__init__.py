from .a import *
from .b import *
