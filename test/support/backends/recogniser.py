"""Understands English speech with pocketsphinx; one process holds the model for many requests.

    recogniser.py SOCKET    with Debian's python3-pocketsphinx and pocketsphinx-en-us

Listens on the Unix socket named, prints "ready" once it does, and ends when its standard input closes.
A connection carries one request: a line of JSON {"bytes": n, "phrases": [...]}, then n bytes of mono
16-bit little-endian samples at 16 000 Hz. The answer is a line of JSON, {"text": "..."} or {"error": "..."}.

Every request is decoded in a fork: it starts from the freshly loaded model, whatever was said before it,
any number run at once, and one that nobody waits for any more is killed.
"""
import fcntl
import json
import os
import re
import selectors
import signal
import socket
import sys

from pocketsphinx import Decoder

MODEL = "/usr/share/pocketsphinx/model/en-us"
FRAME_BYTES = 320  # pocketsphinx scores frames of 10 ms
# By how much a frame an expected phrase has to score better than free speech to be believed. Free speech pays for
# its language model, so what was really said gained 7 to 20, and a phrase that merely was the nearest at most 5.
MARGIN = 6


def load():
    config = Decoder.default_config()
    config.set_string("-hmm", MODEL + "/en-us")
    config.set_string("-lm", MODEL + "/en-us.lm.bin")
    config.set_string("-dict", MODEL + "/cmudict-en-us.dict")
    config.set_string("-logfn", "/dev/null")
    return Decoder(config)


def decode(decoder, samples):
    """The text and the score per frame of the best path; whole utterances are normalised over their whole length."""
    decoder.start_utt()
    decoder.process_raw(samples, False, True)
    decoder.end_utt()
    best = decoder.hyp()
    if best is None or not best.hypstr:
        return "", None
    return best.hypstr, best.best_score / max(1, len(samples) // FRAME_BYTES)


def words(phrase):
    return re.findall(r"[a-z']+", phrase.lower())


def recognise(decoder, samples, phrases):
    free, free_score = decode(decoder, samples)
    expected = [words(p) for p in phrases]
    if not expected or free.split() in expected:
        return free
    # A phrase with a word that the dictionary lacks would spoil the whole grammar.
    known = [p for p in expected if p and all(decoder.lookup_word(w) for w in p)]
    if not known:
        return free
    alternatives = " | ".join(" ".join(p) for p in known)
    decoder.set_jsgf_string("expected", "#JSGF V1.0;\ngrammar g;\npublic <said> = %s;\n" % alternatives)
    decoder.set_search("expected")
    biased, biased_score = decode(decoder, samples)
    if biased_score is None:
        return free
    return biased if free_score is None or biased_score - free_score >= MARGIN else free


def answer(decoder, connection):
    with connection.makefile("rb") as stream:
        request = json.loads(stream.readline())
        samples = stream.read(request["bytes"])
    if len(samples) < request["bytes"]:
        return
    # From here on nothing is read: the signal can only mean that the other end has gone, and its default action is to
    # end this process, in the middle of decoding too.
    fcntl.fcntl(connection, fcntl.F_SETOWN, os.getpid())
    flags = fcntl.fcntl(connection, fcntl.F_GETFL)
    fcntl.fcntl(connection, fcntl.F_SETFL, flags | os.O_ASYNC)
    try:
        reply = {"text": recognise(decoder, samples, request.get("phrases", []))}
    except Exception as error:  # said to whoever asked, in place of a connection that just ends
        reply = {"error": str(error)}
    fcntl.fcntl(connection, fcntl.F_SETFL, flags)
    connection.sendall((json.dumps(reply) + "\n").encode())


def serve(path):
    decoder = load()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the kernel buries the forks
    with socket.socket(socket.AF_UNIX) as listener, selectors.DefaultSelector() as selector:
        listener.bind(path)
        listener.listen(128)
        selector.register(listener, selectors.EVENT_READ)
        selector.register(sys.stdin, selectors.EVENT_READ)
        print("ready", flush=True)
        while True:
            for key, _ in selector.select():
                if key.fileobj is sys.stdin:
                    if not os.read(0, 1024):
                        os.unlink(path)
                        return
                    continue
                connection, _ = listener.accept()
                if os.fork() == 0:
                    listener.close()
                    answer(decoder, connection)
                    os._exit(0)
                connection.close()


serve(sys.argv[1])
