import ast

import pandas as pd
import torch


def f(frame, text, batches):
    frame.eval("a = b + c")
    pd.eval(text)
    for b in batches:
        print(ast.literal_eval(b))
