# Reported at https://github.com/fishaudio/fish-speech/issues/1145
# Every synthesis ends with both calls, guarded by is_available; removing them saved the
# time.
import gc

import torch


class InferenceEngine:
    def __init__(self, generate, decode):
        self.generate = generate
        self.decode = decode

    @torch.inference_mode()
    def serve(self, requests):
        audio = []
        for request in requests:
            tokens = self.generate(request)
            audio.append(self.decode(tokens).cpu())
            if torch.cuda.is_available():
                torch.cuda.empty_cache()  # expect: empty-cache-in-loop[unsafe]
                gc.collect()  # expect: empty-cache-in-loop[unsafe]
        return audio
