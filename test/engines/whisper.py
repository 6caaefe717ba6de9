"""Transcribes with whisper, one request after the other, for tests whose time is not the clock's.

    whisper.py MODEL REQUESTS ANSWERS    a folder with a model for CTranslate2, and two named pipes

A request is a line of JSON, {"bytes": n, "language": "en"}, and n bytes of mono 16-bit little-endian samples at 16 000 Hz.
An answer is a line of JSON: OpenAI's verbose_json at temperature 0, without fallback and without a filter, and the seconds of
processor time that it took.
"""
import json
import sys
import time

import numpy
from faster_whisper import WhisperModel

_, folder, requests_path, answers_path = sys.argv
model = WhisperModel(folder, device="cpu", compute_type="int8", cpu_threads=1, local_files_only=True)


def transcribe(samples, language):
    began = time.process_time()
    sound = numpy.frombuffer(samples, numpy.int16).astype(numpy.float32) / 32768
    segments, _ = model.transcribe(sound, language=language, temperature=0, vad_filter=False)
    segments = [
        {"text": each.text, "no_speech_prob": each.no_speech_prob, "avg_logprob": each.avg_logprob,
         "compression_ratio": each.compression_ratio}
        for each in segments
    ]
    text = "".join(each["text"] for each in segments)
    return {"text": text, "segments": segments, "seconds": time.process_time() - began}


with open(requests_path, "rb") as requests, open(answers_path, "w") as answers:
    while line := requests.readline():
        request = json.loads(line)
        answer = transcribe(requests.read(request["bytes"]), request["language"])
        print(json.dumps(answer), file=answers, flush=True)
