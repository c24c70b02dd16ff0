from .b import *
from . import *
