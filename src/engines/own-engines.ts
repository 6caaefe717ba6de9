import type { Backend as Server } from "../backends/openai.js";
import { isOwnServer } from "../backends/own-server.js";
import type { Settings } from "../config/settings.js";
import { AttendantError } from "../kernel/errors.js";
import type { Backoff } from "../kernel/retry.js";
import type { Scope } from "../kernel/scope.js";
import { createLanguageModel } from "../language/create-language-model.js";
import type { LanguageModel } from "../language/ports.js";
import type { Health } from "../observability/health.js";
import type { TextToSpeech } from "../speech/ports.js";
import { createTextToSpeech } from "../speech/synthesise.js";
import { createEngineProbes } from "./engine-probes.js";
import { watchRecovery } from "./engine-recovery.js";
import { type Answer, decorated, type Engines, hasContent, type RequestDecorator } from "./engines.js";
import { instrumented, type Instruments } from "./instruments.js";
import { type ReadAhead, readingAhead } from "./read-ahead.js";

/**
 * Streams the first answer, or the other one if the first fails or ends before it has begun: what has begun cannot be begun again
 * by another voice or model.
 *
 * @throws what the other one throws · what the first throws once it has begun · the signal's reason
 */
export async function* fallingBack<T extends Answer>(
  first: () => AsyncIterable<T>,
  other: () => AsyncIterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T, void, void> {
  let hasBegun = false;
  try {
    for await (const item of first()) {
      hasBegun ||= hasContent(item);
      yield item;
    }
    if (hasBegun) return;
    signal.throwIfAborted();
  } catch (error) {
    if (hasBegun || signal.aborted) throw error;
  }
  yield* other();
}

/** The engines in which an assistant can differ from the service. */
export type OwnEngine = "llm" | "tts";

export interface OwnEnginesNeeds extends Pick<Instruments, "metrics"> {
  /** The service's settings, and the engines that they name. */
  readonly settings: Pick<Settings, OwnEngine>;
  readonly engines: Engines;
  /** Servers of the own engines. */
  readonly servers: Readonly<Record<OwnEngine, Server>>;
  /** Receives each failure of the own voice or model with its reason, and that it works again. */
  readonly report: (engine: OwnEngine, ok: boolean, detail?: string) => void;
  /** Ends when nothing will use the engines any more. */
  readonly scope: Scope;
  /** Maximum duration of a probe, in ms. */
  readonly deadlineMs: number;
  /** Pauses between the probes of an engine that is away. */
  readonly periods: Backoff;
}

/** An assistant's own voice and model. The service's own are used instead while they do not work. */
export interface OwnEngines extends ReadAhead {
  /** Undefined when it is the service's. Does not fall back by itself: its speech is cached as this voice's. */
  readonly tts: TextToSpeech | undefined;
  /** Undefined when it is the service's. */
  readonly llm: LanguageModel | undefined;
  readonly isAvailable: (engine: OwnEngine) => boolean;
}

/** Identifies a voice or model by its settings. The system prompt is a call's, not the model's. */
export function engineKey({ tts, llm }: Pick<Settings, OwnEngine>, engine: OwnEngine): string {
  return JSON.stringify(engine === "tts" ? tts : { ...llm, systemPrompt: "" });
}

/** Creates the engines in which `own` differs from the service's settings, and watches them until the scope ends. */
export function createOwnEngines(own: Pick<Settings, OwnEngine>, needs: OwnEnginesNeeds): OwnEngines {
  const { settings, engines, servers, metrics, scope, periods, deadlineMs } = needs;
  const isOther = (engine: OwnEngine) => engineKey(own, engine) !== engineKey(settings, engine);
  const isOwn = { llm: isOther("llm"), tts: isOther("tts") };
  const health = ownHealth(needs.report);
  const llm = readingAhead(
    createLanguageModel({ ...own.llm, backend: servers.llm }, () => {}),
    { isOwn: isOwnServer(own.llm), scope },
  );
  const bare = {
    stt: engines.stt,
    llm,
    tts: createTextToSpeech({ ...own.tts, backend: servers.tts, looksUpRate: true }),
  };
  const probes = createEngineProbes(bare);
  for (const name of ["llm", "tts"] as const) {
    if (isOwn[name]) watchRecovery(name, probes[name], { health, scope, deadlineMs, periods });
  }
  const asked = decorated(decorated(bare, instrumented({ metrics, health })), unlessAway(health));
  return {
    tts: isOwn.tts ? asked.tts : undefined,
    llm: isOwn.llm ? modelOr(asked.llm, engines.llm) : undefined,
    isAvailable: (engine) => isOwn[engine] && health.ok(engine),
    readAhead: (prompt, tools) => llm.readAhead(prompt, tools),
  };
}

/** Returns a voice that is replaced by another while it does not work. */
export function voiceOr(voice: TextToSpeech, other: TextToSpeech): TextToSpeech {
  return {
    synthesise: (text, signal, traceparent) =>
      fallingBack(
        () => voice.synthesise(text, signal, traceparent),
        () => other.synthesise(text, signal, traceparent),
        signal,
      ),
  };
}

/** Returns a model that is replaced by another while it does not work. */
function modelOr(model: LanguageModel, other: LanguageModel): LanguageModel {
  return {
    stream: (messages, tools, signal, watch) =>
      fallingBack(
        () => model.stream(messages, tools, signal, watch),
        () => other.stream(messages, tools, signal, watch),
        signal,
      ),
  };
}

const NAMES = { stt: "The recogniser", llm: "The model", tts: "The voice" } as const;

/** Sends no requests to an engine while its probes fail: an unknown voice stays unknown. */
function unlessAway(health: Pick<Health, "ok">): RequestDecorator {
  return async function* (engine, _signal, ask) {
    if (!health.ok(engine)) throw new AttendantError(`${engine}_failed`, `${NAMES[engine]} does not work at present.`);
    yield* ask();
  };
}

/** The state of the assistants' own engines, separate from the service's. They count as working until tried. */
function ownHealth(report: OwnEnginesNeeds["report"]): Pick<Health, "ok" | "report"> {
  const away = new Set<string>();
  return {
    ok: (name) => !away.has(name),
    report(name, ok, detail) {
      if (name !== "llm" && name !== "tts") return;
      if (ok && !away.delete(name)) return; // Each piece of an answer is reported.
      if (!ok) away.add(name);
      report(name, ok, detail);
    },
  };
}
