def validate(model, loader):
    model.eval()
    for x in loader:
        print(model(x))
