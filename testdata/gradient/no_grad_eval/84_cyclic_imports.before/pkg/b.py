from .a import *
from .extractor import Extractor
from pkg import *
