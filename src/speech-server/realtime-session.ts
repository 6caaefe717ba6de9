import type { WebSocket } from "ws";
import { joined, msOf, SAMPLE_RATE, samplesOf } from "../audio/pcm.js";
import { createResampler } from "../audio/resample.js";
import { describe } from "../kernel/errors.js";
import type { Cores } from "./cores.js";
import { type Heard, type Hearing, NOTHING } from "./hearing.js";
import { knownLanguage } from "./known-language.js";

/** The rate of the protocol's sound, in Hz. */
const SESSION_RATE = 24_000;
/** New sound after which an utterance in progress is transcribed again, in ms. */
const LOOK_MS = 480;
/** The longest item, in ms. */
const MAX_ITEM_MS = 120_000;
/** What a client that does not read may leave unsent, in bytes. */
const MAX_UNSENT_BYTES = 1024 * 1024;
/** Items whose words are not known yet. */
const MAX_PENDING = 16;

export interface RealtimeNeeds {
  readonly hearing: Hearing;
  readonly cores: Cores;
  /** Those that the recogniser knows. */
  readonly languages: readonly string[];
}

interface ClientEvent {
  readonly type: string;
  readonly event_id?: string;
  readonly audio?: unknown;
  readonly session?: AskedSession | null;
}

/** What is read of a session: the language, in OpenAI's form or the original one. */
interface AskedSession {
  readonly audio?: { readonly input?: { readonly transcription?: Transcription | null } | null } | null;
  readonly input_audio_transcription?: Transcription | null;
}

interface Transcription {
  readonly language?: unknown;
}

/** The sound between two commits. */
interface Item {
  readonly id: string;
  readonly pieces: Int16Array[];
  ms: number;
  lookedMs: number;
  /** The last transcript so far, and how many of its words were sent. */
  heard: Heard;
  sent: number;
}

/**
 * OpenAI's realtime transcription over one socket. While an utterance lasts, it is transcribed repeatedly if a core is
 * free, and words on which two transcripts agree are sent.
 */
export function serveRealtime(socket: WebSocket, { hearing, cores, languages }: RealtimeNeeds): void {
  const gone = new AbortController();
  const { signal } = gone;
  socket.on("close", () => gone.abort());
  socket.on("error", () => gone.abort());
  let items = 0;
  let item = newItem();
  let resampler = createResampler(SESSION_RATE, SAMPLE_RATE);
  let looking: Promise<void> | undefined;
  let pending = 0;
  const send = (event: object) => {
    if (socket.bufferedAmount > MAX_UNSENT_BYTES) socket.terminate();
    else if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(event));
  };
  const refuse = (message: string, event_id?: string) => send({ type: "error", error: { message, event_id } });
  send({ type: "session.created", session: { type: "transcription", audio: {} } });

  function newItem(): Item {
    return { id: `item_${++items}`, pieces: [], ms: 0, lookedMs: 0, heard: NOTHING, sent: 0 };
  }

  function update({ session, event_id }: ClientEvent): void {
    const { language } = session?.audio?.input?.transcription ?? session?.input_audio_transcription ?? {};
    try {
      knownLanguage(language, languages);
    } catch (error) {
      return refuse(describe(error), event_id);
    }
    send({ type: "session.updated", session: session ?? {} });
  }

  function append({ audio, event_id }: ClientEvent): void {
    const bytes = typeof audio === "string" ? Buffer.from(audio, "base64") : Buffer.alloc(0);
    if (bytes.length === 0 || bytes.length % 2 > 0) return refuse("audio: expected 16-bit samples in base64", event_id);
    if (item.ms > MAX_ITEM_MS) return refuse(`an item has at most ${MAX_ITEM_MS} ms: commit or clear it`, event_id);
    const samples = resampler.push(samplesOf(bytes));
    item.pieces.push(samples);
    item.ms += msOf(samples);
    if (item.ms - item.lookedMs < LOOK_MS || looking || cores.busy >= cores.atOnce) return;
    looking = look(item).finally(() => (looking = undefined));
  }

  async function look(at: Item): Promise<void> {
    at.lookedMs = at.ms;
    try {
      const seen = wordsOf(at.heard);
      at.heard = await hearing.transcribe(joined(at.pieces), signal, at.heard);
      if (at !== item) return;
      const words = wordsOf(at.heard);
      const agreed = words.findIndex((word, n) => word !== seen[n]);
      const known = words.slice(0, agreed < 0 ? words.length : agreed);
      if (known.length > at.sent) {
        const delta = known.slice(at.sent).join(" ");
        send({ type: `${TRANSCRIPTION}.delta`, item_id: at.id, delta: at.sent > 0 ? ` ${delta}` : delta });
        at.sent = known.length;
      }
    } catch {
      // The next attempt, or the commit, may succeed.
    }
  }

  async function commit(eventId: string | undefined): Promise<void> {
    if (pending >= MAX_PENDING) return refuse(`${MAX_PENDING} items are waiting for their transcripts`, eventId);
    const done = item;
    done.pieces.push(resampler.flush());
    item = newItem();
    pending++;
    send({ type: "input_audio_buffer.committed", item_id: done.id });
    try {
      await looking; // It may just be finding these words.
      const samples = joined(done.pieces);
      const heard = samples.length > 0 ? await hearing.transcribe(samples, signal, done.heard) : NOTHING;
      send({ type: `${TRANSCRIPTION}.completed`, item_id: done.id, transcript: heard.text });
    } catch (error) {
      send({ type: `${TRANSCRIPTION}.failed`, item_id: done.id, error: { message: describe(error) } });
    } finally {
      pending--;
    }
  }

  function clear(): void {
    resampler = createResampler(SESSION_RATE, SAMPLE_RATE);
    item = newItem();
    send({ type: "input_audio_buffer.cleared" });
  }

  socket.on("message", (message: Buffer, isBinary: boolean) => {
    const event = isBinary ? undefined : parsed(message);
    if (event?.type === "session.update") update(event);
    else if (event?.type === "input_audio_buffer.append") append(event);
    else if (event?.type === "input_audio_buffer.commit") void commit(event.event_id);
    else if (event?.type === "input_audio_buffer.clear") clear();
    else refuse(`expected an event of a transcription session, given '${String(event?.type).slice(0, 64)}'`);
  });
}

function wordsOf({ text }: Heard): readonly string[] {
  return text.split(" ").filter(Boolean);
}

const TRANSCRIPTION = "conversation.item.input_audio_transcription";

function parsed(message: Buffer): ClientEvent | undefined {
  try {
    const value: unknown = JSON.parse(message.toString());
    return typeof value === "object" && value !== null && "type" in value ? (value as ClientEvent) : undefined;
  } catch {
    return undefined;
  }
}
