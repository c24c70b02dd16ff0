def show(predictor, batches):
    print(predictor.inference(batches))
