"""Understands English speech with pocketsphinx; one process holds the model for many requests.

    recogniser.py FOLDER    with Debian's python3-pocketsphinx and pocketsphinx-en-us

Listens on the Unix socket FOLDER/socket and prints "ready" once it does. When its standard input closes it removes
the folder and ends.
A connection carries one request: a line of JSON {"bytes": n, "phrases": [...]}, then n bytes of mono
16-bit little-endian samples at 16 000 Hz. The answer is a line of JSON, {"text": "..."} or {"error": "..."}.

Every request is decoded in a fork: it starts from the freshly loaded model, whatever was said before it,
any number run at once, and one that nobody waits for any more is killed.
"""
import array
import fcntl
import json
import os
import random
import re
import selectors
import signal
import socket
import sys

from pocketsphinx import Decoder

MODEL = "/usr/share/pocketsphinx/model/en-us"
FRAME_BYTES = 320  # pocketsphinx scores frames of 10 ms
# How much worse a frame the nearest expected phrase may fit the sound than what was understood freely, and still be
# taken for it. Of what had really been said, and misheard, the fit was at most 2 worse; of anything else, mostly 5 to 25.
TOLERANCE = 2.5
# What the recogniser makes of noise: nobody says only that.
FROM_NOISE = {"the", "a", "an", "and", "at", "if", "in", "is", "it", "of", "on", "or", "that", "huh", "uh"}
# Around the words, always the same fifth of a second, as quiet as a room is: how long a silence is left there, and
# whether it is digital, changes what is understood, because the sound is normalised over its whole length.
EDGE = 3200
ROOM = 8
# What is softer than the loudest sample by this factor is silence, and so is what is softer than the faintest voice.
SOFTER = 60
FAINTEST = 60


def in_a_room(samples):
    """The samples from the first sound to the last, in a quiet room; None when there is no sound at all."""
    said = array.array("h", samples)
    frames = [said[at:at + 160] for at in range(0, len(said), 160)]
    peaks = [max(max(frame), -min(frame)) for frame in frames]
    threshold = max([FAINTEST, *(peak / SOFTER for peak in peaks)])
    sounding = [n for n, peak in enumerate(peaks) if peak >= threshold]
    if not sounding:
        return None
    said = array.array("h", bytes(2 * EDGE)) + said[sounding[0] * 160:(sounding[-1] + 1) * 160]
    said.frombytes(bytes(2 * EDGE))
    room = random.Random(1)
    quiet = [room.randint(-ROOM, ROOM) for _ in range(16000)]
    return array.array("h", (max(-32768, min(32767, s + quiet[n % 16000])) for n, s in enumerate(said))).tobytes()


def load():
    config = Decoder.default_config()
    config.set_string("-hmm", MODEL + "/en-us")
    config.set_string("-lm", MODEL + "/en-us.lm.bin")
    config.set_string("-dict", MODEL + "/cmudict-en-us.dict")
    config.set_string("-logfn", "/dev/null")
    # A telephone's silence is often nothing but zeros, whose logarithm upsets the model; and what takes such a line's
    # noise away takes consonants along.
    config.set_boolean("-remove_noise", False)
    config.set_boolean("-dither", True)
    config.set_int("-seed", 1)
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


def fit(decoder, samples, phrases):
    """Which of the phrases fits best, and its score; every word has to be in the dictionary."""
    grammar = "#JSGF V1.0;\ngrammar g;\npublic <said> = %s;\n" % " | ".join(phrases)
    decoder.set_jsgf_string("phrases", grammar)
    decoder.set_search("phrases")
    return decode(decoder, samples)


def recognise(decoder, samples, phrases):
    samples = in_a_room(samples)
    if samples is None:
        return ""
    free, _ = decode(decoder, samples)
    if free in FROM_NOISE:
        free = ""
    expected = [words(phrase) for phrase in phrases]
    # A phrase with a word that the dictionary lacks would spoil the whole grammar.
    known = [" ".join(w) for w in expected if w and all(decoder.lookup_word(word) for word in w)]
    if not free or not known or free in known:
        return free
    nearest, score = fit(decoder, samples, known)
    if not nearest:
        return free
    # The same kind of search for both, or the scores could not be compared.
    _, free_score = fit(decoder, samples, [free])
    return nearest if free_score is not None and score >= free_score - TOLERANCE else free


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


def serve(folder):
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all of a terminal: it is the parent that ends this
    path = os.path.join(folder, "socket")
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
                        os.rmdir(folder)
                        return
                    continue
                connection, _ = listener.accept()
                if os.fork() == 0:
                    listener.close()
                    answer(decoder, connection)
                    os._exit(0)
                connection.close()


serve(sys.argv[1])
