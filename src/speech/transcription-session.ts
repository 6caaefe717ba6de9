import { bytesOf, joined, SAMPLE_RATE } from "../audio/pcm.js";
import { createResampler } from "../audio/resample.js";
import { BackendFailure, type BackendSettings, type Purpose } from "../backends/openai.js";
import { connectRealtime, type RealtimeEvent, realtimeFailure, type RealtimeSocket } from "../backends/realtime.js";
import { onAbort } from "../kernel/abort.js";
import { withDeadline } from "../kernel/deadline.js";
import { Ending } from "../kernel/ending.js";
import { AttendantError } from "../kernel/errors.js";
import type { Scope } from "../kernel/scope.js";
import { primaryLanguage } from "../locales/locales.js";
import { createSpeechItems, type OnPartial } from "./speech-items.js";

/** One session of a realtime speech-to-text server: audio goes in as it is heard, words come out as they are recognised. */
export interface TranscriptionSession {
  /** Receives audio: mono at 16 000 Hz. */
  append(samples: Int16Array): void;
  /**
   * Commits the audio appended since the last commit or clear as one item.
   *
   * @returns its words, empty when there are none
   * @throws {AttendantError} `stt_failed`: the server failed to transcribe this item, or the session has ended, possibly
   *   because the words did not arrive within 1.5 s
   */
  commit(): Promise<string>;
  /** Discards what was appended since the last commit. */
  clear(): void;
}

export interface SessionSettings extends BackendSettings {
  readonly model: string;
  readonly language?: string | undefined;
  readonly prompt?: string | undefined;
}

/** What the server is asked for when speech-to-text is realtime. */
export const REALTIME: Purpose = {
  code: "stt_failed",
  server: "realtime speech-to-text server",
  settings: {
    address: "STT_MODE, STT_BASE_URL or SPEECH_BASE_URL",
    key: "STT_API_KEY or SPEECH_API_KEY",
    model: "STT_MODEL",
    others: [
      [/\blanguage\b/i, "STT_LANGUAGE"],
      [/^/, "STT_MODE and STT_MODEL"],
    ],
  },
};

/** The sample rate of the protocol, in Hz. */
const SESSION_RATE = 24_000;
/** Length of audio per message, in ms: fewer messages cost less, but longer ones delay the last word. */
export const MESSAGE_MS = 40;
/** Minimum length of an item that servers accept, in ms; shorter ones are padded with silence. */
const MIN_ITEM_MS = 120;
/** After this wait for the words of a committed item, a request for the whole utterance is faster, in ms. */
const MAX_WAIT_MS = 1_500;
/** Maximum time until a session is ready, in ms. */
const READY_MS = 5_000;

/** Opens sessions, and remembers which form of request this server accepts. */
export function createTranscriptionSessions(settings: SessionSettings, onAdapted: (what: string) => void) {
  const { model, language, prompt } = settings;
  /** Whether the address must name the model. OpenAI's must not: that would open a different kind of session. */
  let namesModel = false;

  const transcription = {
    model,
    ...(language && { language: primaryLanguage(language) }),
    ...(prompt && { prompt }),
  };

  async function connect(scope: Scope, onEvent: (event: RealtimeEvent) => void): Promise<RealtimeSocket> {
    const attempt = async (withModel: boolean) => {
      const query = { intent: "transcription", ...(withModel && { model }) };
      const ofSocket = scope.child("socket");
      const socket = await connectRealtime(settings, { purpose: REALTIME, query, scope: ofSocket, onEvent });
      onAbort(ofSocket.signal, (reason) => scope.end(Ending.of(reason)));
      return socket;
    };
    if (namesModel) return attempt(true);
    try {
      return await attempt(false);
    } catch (error) {
      if (!(error instanceof BackendFailure) || !WANTS_MODEL.includes(error.status ?? 0)) throw error;
      const socket = await attempt(true);
      namesModel = true;
      onAdapted("realtime sessions are opened with the model in their address");
      return socket;
    }
  }

  return {
    /**
     * Opens a session.
     *
     * @param scope its end closes the session; the session's end ends it as `failed`, with the failure as the cause
     * @throws {AttendantError} `stt_failed` · the scope's ending
     */
    async open(scope: Scope, onPartial: OnPartial): Promise<TranscriptionSession> {
      const failure = (what: string, said?: unknown) => realtimeFailure(what, said, REALTIME, settings);
      const items = createSpeechItems((said) => failure("could not transcribe an utterance", said), onPartial);
      let onUpdated = (_session: unknown): void => {};
      scope.onEnd(() => items.end(failureBehind(scope) ?? scope.signal.reason));
      try {
        const fail = (cause: AttendantError) => scope.end(new Ending("failed", cause.message, { cause }));
        const socket = await connect(scope, (event) => {
          if (event.type === "session.updated") onUpdated(event.session);
          else if (!items.hear(event)) fail(failure("rejected a message", event));
        });
        const configure = (session: object) =>
          withDeadline(READY_MS, scope.signal, REALTIME.server, () => {
            const updated = new Promise<unknown>((resolve) => (onUpdated = resolve));
            socket.send({ type: "session.update", session });
            return updated;
          });
        const format = { type: "audio/pcm", rate: SESSION_RATE };
        const input = { format, transcription, turn_detection: null };
        const session = await configure({ type: "transcription", audio: { input } });
        if (isOfOlderForm(session)) await configure({ turn_detection: null, input_audio_transcription: transcription });
        const onLate = () => fail(failure(`sent no words within ${MAX_WAIT_MS} ms`));
        return sending(socket, items, onLate);
      } catch (error) {
        const known = failureBehind(scope);
        if (!known) scope.signal.throwIfAborted();
        const cause =
          known ?? (error instanceof Ending ? failure(`did not open a session within ${READY_MS} ms`) : error);
        scope.end(Ending.of(cause));
        throw cause;
      }
    },
  };
}

export type TranscriptionSessions = ReturnType<typeof createTranscriptionSessions>;

/** Statuses of servers that require a model in the address. */
const WANTS_MODEL = [400, 403, 422];

/** Speaches uses OpenAI's original session format and mistakes the current one for an empty session. */
function isOfOlderForm(session: unknown): boolean {
  return typeof session === "object" && session !== null && !("audio" in session) && "turn_detection" in session;
}

function failureBehind({ ending }: Scope): AttendantError | undefined {
  return ending?.cause instanceof AttendantError ? ending.cause : undefined;
}

/** The sending side of a session. */
function sending(
  socket: RealtimeSocket,
  items: ReturnType<typeof createSpeechItems>,
  onLate: () => void,
): TranscriptionSession {
  const resampler = createResampler(SAMPLE_RATE, SESSION_RATE);
  /** Waits to be sent, and the total length of this item, in ms. */
  let waiting: Int16Array[] = [];
  let itemMs = 0;
  let commits = 0;

  function take(samples: Int16Array): void {
    waiting.push(samples);
    itemMs += msAt(SESSION_RATE, samples.length);
  }

  function send(): void {
    const samples = joined(waiting);
    waiting = [];
    if (samples.length === 0) return;
    socket.send({ type: "input_audio_buffer.append", audio: Buffer.from(bytesOf(samples)).toString("base64") });
  }

  return {
    append(samples) {
      take(resampler.push(samples));
      if (waiting.reduce((ms, { length }) => ms + msAt(SESSION_RATE, length), 0) >= MESSAGE_MS) send();
    },
    commit() {
      if (itemMs === 0) return Promise.resolve("");
      take(resampler.flush());
      if (itemMs < MIN_ITEM_MS) take(new Int16Array(Math.ceil(((MIN_ITEM_MS - itemMs) * SESSION_RATE) / 1000)));
      send();
      itemMs = 0;
      const eventId = `commit_${++commits}`;
      const late = setTimeout(onLate, MAX_WAIT_MS);
      const words = items.commit(eventId).finally(() => clearTimeout(late));
      words.catch(() => {}); // Requested later, or never.
      socket.send({ type: "input_audio_buffer.commit", event_id: eventId });
      return words;
    },
    clear() {
      if (itemMs === 0) return;
      resampler.flush();
      waiting = [];
      itemMs = 0;
      items.clear();
      socket.send({ type: "input_audio_buffer.clear" });
    },
  };
}

function msAt(rate: number, samples: number): number {
  return (samples * 1000) / rate;
}
