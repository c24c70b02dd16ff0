# A script fills its list once.
paths = []
for name in ("a", "b"):
    paths.append(name)
