def to_array(t):
    return t.cpu().detach().numpy()
