import { type Backend as BackendServer, createBackend } from "../backends/openai.js";
import { isOwnServer } from "../backends/own-server.js";
import type { Server, Settings } from "../config/settings.js";
import type { AttendantError } from "../kernel/errors.js";
import type { Backoff } from "../kernel/retry.js";
import type { Scope } from "../kernel/scope.js";
import { createLanguageModel } from "../language/create-language-model.js";
import { primaryLanguage } from "../locales/locales.js";
import type { ChecksOnDemand } from "../observability/health.js";
import type { Log } from "../observability/log.js";
import type { Backend, Metrics } from "../observability/metrics.js";
import { createLatency, type Latency, lossesAt, SLOW_MS } from "../speech/latency.js";
import { type OtherRate, otherRate } from "../speech/raw-rate.js";
import { createTextToSpeech } from "../speech/synthesise.js";
import { createSpeechToText } from "../speech/transcribe.js";
import { createEngineProbes } from "./engine-probes.js";
import { watchRecovery } from "./engine-recovery.js";
import { decorated, type Engines } from "./engines.js";
import { type EngineNotes, type Instruments, instrumented, withoutRemarks } from "./instruments.js";
import { createOwnEngines, type OwnEngine, type OwnEngines, type OwnEnginesNeeds } from "./own-engines.js";
import { type ReadAhead, readingAhead } from "./read-ahead.js";
import { createOpener, createRecognition, type Recognition } from "./recognition.js";
import { retried } from "./retries.js";

export interface CreateEnginesNeeds extends Instruments {
  readonly metrics: Instruments["metrics"] & Pick<Metrics, "sttUsual">;
  readonly settings: Pick<Settings, "stt" | "llm" | "tts">;
  readonly log: Log;
  readonly scope: Scope;
  /** Pauses between the probes of an engine that is away. */
  readonly periods: Backoff;
}

/** The engines as calls use them: instrumented, repeated when they fail, watched while they are away. */
export interface CreatedEngines extends Omit<Engines, "stt">, ReadAhead {
  /** The voice without retries. */
  readonly ttsOnce: Engines["tts"];
  /** Whether an engine works as far as is known. */
  readonly isAvailable: (engine: Backend) => boolean;
  /** Opens connections for requests that may come soon. Returns at once. */
  readonly connectAhead: () => void;
  /** Probes on demand, by engine. */
  readonly checks: ChecksOnDemand;
  /** Returns what opens recognisers for callers who speak a language. */
  readonly opensFor: (language: string) => Recognition["openRecogniser"];
  /** Creates the engines of an assistant that differ from these. */
  readonly own: (settings: Pick<Settings, OwnEngine>, needs: Pick<OwnEnginesNeeds, "report" | "scope">) => OwnEngines;
}

/** Maximum duration of a probe, in ms; longer for an engine with a long time-out. */
const PROBE_MS = 30_000;
const FOR_FUNCTION_CALLING =
  "for function calling set another LLM_MODEL or enable it in the server; LLM_TOOL_PROTOCOL=text confirms the text protocol";

/** Creates the engines that the settings name. Their connections close with the scope. */
export function createEngines(needs: CreateEnginesNeeds): CreatedEngines {
  const { settings, metrics, health, log, scope, periods } = needs;
  const { stt, tts, llm } = settings;
  const servers = { stt: createBackend(stt), tts: createBackend(tts), llm: createBackend(llm) };
  scope.onEnd(() => Object.values(servers).forEach((server) => server.close()));
  const onAdapted = (backend: Backend) => (what: string) =>
    log.info("backend_adapted", `The ${backend} server rejected the usual form of a request; ${what}`, { backend });
  const onWithheld = (tools: readonly string[]) =>
    log.info(
      "tool_call_withheld",
      "The model repeated calls that stood in a tool's result or in the caller's words; they are not made",
      {
        tools,
      },
    );
  const sttIn = (language: string) =>
    createSpeechToText({ ...stt, language, backend: servers.stt, onAdapted: onAdapted("stt"), onGivenUp });
  const bare = {
    stt: sttIn(stt.language),
    llm: readingAhead(
      createLanguageModel({ ...llm, backend: servers.llm, onAdapted: onAdapted("llm"), onWithheld }, reportProtocol),
      { isOwn: isOwnServer(llm), scope },
    ),
    tts: createTextToSpeech({
      ...{ ...tts, backend: servers.tts, looksUpRate: true },
      ...{ onAdapted: onAdapted("tts"), onOtherRate },
    }),
  };
  let rateDoubt: string | undefined;
  const latency = createLatency(({ p95Ms }) => metrics.sttUsual(p95Ms / 1_000));
  const notes: EngineNotes = {
    ...withoutRemarks(),
    remarkOn: (engine) => (engine === "stt" ? slownessOf(latency) : engine === "tts" ? rateDoubt : undefined),
  };
  const probes = createEngineProbes(bare, latency);
  const deadlineMs = ({ timeoutMs }: { readonly timeoutMs: number }) => Math.max(PROBE_MS, 2 * timeoutMs);
  const watched = (name: Backend) =>
    watchRecovery(name, probes[name], {
      ...{ health, scope, deadlineMs: deadlineMs(settings[name]), periods },
      isBusy: () => notes.traffic[name].isBusy,
    });
  const checks = { stt: watched("stt"), tts: watched("tts"), llm: watched("llm") };

  const askedOnce = (of: Engines) => decorated(of, instrumented({ metrics, health }, notes));
  const asCallsUse = (of: Engines) =>
    decorated(
      askedOnce(of),
      retried((name) => health.ok(name)),
    );
  const engines = asCallsUse(bare);
  const recognised = { settings: stt, stt: engines.stt, latency, onAdapted: onAdapted("stt"), metrics, health };
  const recognition = createRecognition({ ...recognised, scope, periods, deadlineMs: deadlineMs(stt) });
  /** By primary language: what a recogniser has learned of its server stays. */
  const openers = new Map([[primaryLanguage(stt.language), recognition.openRecogniser]]);
  const serverOf = serversOfOthers(servers.llm, llm, scope);
  return {
    opensFor(language) {
      const spoken = primaryLanguage(language);
      const known = openers.get(spoken);
      if (known) return known;
      const { stt: asked } = asCallsUse({ ...bare, stt: sttIn(language) });
      const { openRecogniser } = createOpener({ ...recognised, settings: { ...stt, language }, stt: asked });
      openers.set(spoken, openRecogniser);
      return openRecogniser;
    },
    own: (other, whose) =>
      createOwnEngines(other, {
        ...{ settings, engines, metrics, periods, ...whose },
        servers: { tts: servers.tts, llm: serverOf(other.llm) },
        deadlineMs: deadlineMs(other.llm),
      }),
    llm: engines.llm,
    tts: engines.tts,
    ttsOnce: askedOnce(bare).tts,
    isAvailable: (name) => (name === "stt" ? recognition.isAvailable() : health.ok(name)),
    readAhead: (prompt, tools) => bare.llm.readAhead(prompt, tools),
    connectAhead: () => {
      for (const [name, server] of Object.entries(servers)) if (health.ok(name as Backend)) server.connectAhead();
    },
    checks: { ...checks, ...recognition.checks },
  };

  function reportProtocol(protocol: string, why: string): void {
    const words = `Tools are called by the ${protocol} protocol: ${why}`;
    if (protocol === "text") log.warn("tool_protocol", `${words}; ${FOR_FUNCTION_CALLING}`, { protocol });
    else log.info("tool_protocol", words, { protocol });
  }

  function onGivenUp({ message }: AttendantError): void {
    log.warn("utterance_refused", `${message} The utterance is treated as one without words.`, { backend: "stt" });
  }

  function onOtherRate(rates: OtherRate): void {
    rateDoubt = otherRate(rates);
    log.warn("speech_rate_doubtful", rateDoubt);
  }
}

/** Returns what callers notice of a slow recogniser, in one sentence. */
function slownessOf({ p95Ms }: Latency): string | undefined {
  if (p95Ms < SLOW_MS) return undefined;
  return `Slow: 95 % of the recent requests took up to ${(p95Ms / 1_000).toFixed(1)} s, so ${lossesAt(p95Ms)}.`;
}

/** Returns the server for other settings: the service's own if they are the same, else one for each address and key. */
function serversOfOthers(own: BackendServer, settings: Server, scope: Scope): (other: Server) => BackendServer {
  const keyOf = ({ baseUrl, apiKey, timeoutMs }: Server) => JSON.stringify([baseUrl, apiKey, timeoutMs]);
  const known = new Map([[keyOf(settings), own]]);
  return (other) => {
    const key = keyOf(other);
    const server = known.get(key) ?? createBackend(other);
    if (!known.has(key)) scope.onEnd(() => server.close()); // Calls in progress may use it until then.
    known.set(key, server);
    return server;
  };
}
