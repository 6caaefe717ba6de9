import { LevelMeter } from "./level-meter.mjs";
import { Words } from "./words.mjs";

/** Where the key is kept while the tab is open, like the console's. */
const KEY_NAME = "attendant.key";
const KEYS = "123456789*0#";
/** Close code of a rejected call. */
const TRY_AGAIN_LATER = 1013;

/**
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
function element(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`there is no ${id}`);
  return found;
}

const keyForm = element("key-form", HTMLFormElement);
const keyField = element("key", HTMLInputElement);
const talkButton = element("talk", HTMLButtonElement);
const state = element("state", HTMLElement);
const ownLevel = new LevelMeter(element("own-level", HTMLElement), element("own-bar", HTMLElement));
const otherLevel = new LevelMeter(element("other-level", HTMLElement), element("other-bar", HTMLElement));
const keypad = element("keys", HTMLElement);

/** The current talk, if any. @type {{ press(key: string): void, end(): void } | undefined} */
let talk;

const key = () => sessionStorage.getItem(KEY_NAME) ?? "";
/** @returns {Record<string, string>} */
const headers = () => (key() ? { Authorization: `Bearer ${key()}` } : {});

const words = new Words(
  element("words", HTMLOListElement),
  (callId) => fetch(`/call/${callId}/transcript`, { headers: headers() }).catch(() => undefined),
  line,
);

/** @param {string} text */
function tell(text) {
  state.textContent = text;
}

/** Shows whether a talk can begin and, if not, why. */
async function lookAround() {
  if (!window.isSecureContext) {
    const here = `http://localhost:${location.port || "80"}/talk`;
    tell(
      `Browsers give pages access to the microphone only over HTTPS or on the machine itself. Open this page over HTTPS (through a proxy in front of the service), or on that machine as ${here}.`,
    );
    return;
  }
  const answer = await fetch("/talk/line", { headers: headers() }).catch(() => undefined);
  keyForm.hidden = answer?.status !== 401 && answer?.status !== 403;
  talkButton.disabled = !answer?.ok;
  if (!answer) return tell("The service cannot be reached.");
  const { ready, detail } = await answer.json();
  if (answer.ok && ready) tell("Ready.");
  else
    tell(
      answer.status === 401 && !key() ? "An API key is required." : (detail ?? "Talks are not possible at present."),
    );
}

/** @param {string} text */
function base64url(text) {
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * Opens the sound card with the microphone: at 16 000 Hz if the browser supports it, otherwise at its own rate.
 *
 * @param {MediaStream} microphone
 */
function openSound(microphone) {
  try {
    const context = new AudioContext({ sampleRate: 16_000, latencyHint: "interactive" });
    return { context, source: context.createMediaStreamSource(microphone) };
  } catch {
    const context = new AudioContext({ latencyHint: "interactive" });
    return { context, source: context.createMediaStreamSource(microphone) };
  }
}

async function begin() {
  talkButton.disabled = true;
  tell("Waiting for the microphone…");
  let microphone;
  try {
    microphone = await navigator.mediaDevices.getUserMedia({
      audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true, channelCount: 1 },
    });
  } catch (error) {
    talkButton.disabled = false;
    const name = error instanceof Error ? error.name : "";
    const why =
      name === "NotAllowedError" ? "The browser blocks the microphone. Allow it for this page." : String(error);
    return tell(`No microphone was found. ${why}`);
  }
  const { context, source } = openSound(microphone);
  const silence = () => {
    for (const track of microphone.getTracks()) track.stop();
    void context.close();
    ownLevel.silence();
    otherLevel.silence();
  };
  try {
    await context.audioWorklet.addModule("/talk/sound.mjs");
    await context.resume();
  } catch (error) {
    silence();
    talkButton.disabled = false;
    return tell(`This browser cannot play the audio: ${String(error)}`);
  }
  const sound = new AudioWorkletNode(context, "sound", { outputChannelCount: [1] });
  source.connect(sound).connect(context.destination);

  const address = new URL("/talk/line", location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  const assistant = new URLSearchParams(location.search).get("assistant");
  if (assistant) address.searchParams.set("assistant", assistant);
  const protocols = ["attendant.talk", ...(key() ? [`attendant.key.${base64url(key())}`] : [])];
  const socket = new WebSocket(address, protocols);
  socket.binaryType = "arraybuffer";
  /** @param {object} message */
  const send = (message) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };
  let stopWords = () => {};
  tell("Calling…");

  sound.port.onmessage = ({ data: { frame, played, mark } }) => {
    if (mark !== undefined) send({ event: "MEDIA_MARK_PROCESSED", correlation_id: mark });
    if (!frame || socket.readyState !== WebSocket.OPEN) return;
    socket.send(frame);
    ownLevel.add(loudness(new Int16Array(frame)));
    otherLevel.add(played);
  };
  socket.onmessage = ({ data }) => {
    if (data instanceof ArrayBuffer) return sound.port.postMessage(data, [data]);
    const message = JSON.parse(data);
    if (message.event === "CALL") {
      tell("You are talking.");
      stopWords = words.show(message.call_id);
    } else sound.port.postMessage(message);
  };
  socket.onclose = ({ code }) => {
    stopWords();
    silence();
    talk = undefined;
    talkButton.textContent = "Talk";
    talkButton.disabled = false;
    if (code === 1000) tell("The talk has ended.");
    else if (code === TRY_AGAIN_LATER) tell("All lines are busy. Try again in a moment.");
    else if (code === 1001) tell("The service is shutting down.");
    else {
      tell("The talk was cut off.");
      void lookAround();
    }
  };
  talk = { press: (digit) => send({ event: "DTMF_END", digit }), end: () => socket.close(1000) };
  talkButton.textContent = "Hang up";
  talkButton.disabled = false;
}

/** @param {Int16Array} samples @returns root mean square, from 0 to 1 */
function loudness(samples) {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length) / 32_768;
}

/**
 * @param {string} who
 * @param {string} text shown as text, whatever it looks like
 */
function line(who, text) {
  const item = document.createElement("li");
  item.className = `said ${who}`;
  item.textContent = text;
  return item;
}

for (const digit of KEYS) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = digit;
  button.addEventListener("click", () => talk?.press(digit));
  keypad.append(button);
}
document.addEventListener("keydown", ({ key: digit, target, ctrlKey, altKey, metaKey }) => {
  if (target instanceof HTMLInputElement || ctrlKey || altKey || metaKey) return;
  if (digit.length === 1 && KEYS.includes(digit)) talk?.press(digit);
});
talkButton.addEventListener("click", () => (talk ? talk.end() : void begin()));
keyForm.addEventListener("submit", (event) => {
  event.preventDefault();
  sessionStorage.setItem(KEY_NAME, keyField.value);
  keyField.value = "";
  void lookAround();
});
void lookAround();
