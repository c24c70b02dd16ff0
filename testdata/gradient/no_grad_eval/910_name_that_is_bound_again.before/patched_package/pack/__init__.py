from .plain import Net
from . import signed
