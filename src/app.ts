import { builtInTools } from "../tools/index.js";
import { faultTone } from "./audio/tone.js";
import { type Backend, createBackend, type Purpose } from "./backends/openai.js";
import { answerCall } from "./calls/answer-call.js";
import { LiveCalls } from "./calls/live-calls.js";
import type { Phrases } from "./config/phrases.js";
import type { Settings } from "./config/settings.js";
import type { Faculties } from "./conversation/conversation.js";
import { standingPhrases } from "./conversation/phrasebook.js";
import { watchLanguageModel, watchSpeechToText, watchTextToSpeech } from "./conversation/watched-backends.js";
import { createHttpServer, type HttpServer } from "./http/server.js";
import { within } from "./kernel/deadline.js";
import { Ending } from "./kernel/ending.js";
import { describe } from "./kernel/errors.js";
import { forever } from "./kernel/retry.js";
import { Scope } from "./kernel/scope.js";
import { createChatModel, LANGUAGE_MODEL } from "./language/chat-model.js";
import { createToolbox } from "./language/toolbox.js";
import { createVoiceActivity } from "./listening/voice-activity.js";
import { createHealth, type Health } from "./observability/health.js";
import type { Log } from "./observability/log.js";
import { type Backend as BackendName, createMetrics, type Metrics } from "./observability/metrics.js";
import { createPhraseCache, type PhraseCache } from "./speech/phrase-cache.js";
import { createTextToSpeech, TEXT_TO_SPEECH } from "./speech/synthesise.js";
import { createSpeechToText, SPEECH_TO_TEXT } from "./speech/transcribe.js";
import { attachToAsterisk } from "./telephony/asterisk/asterisk.js";

export interface AppNeeds {
  readonly settings: Settings;
  readonly phrases: Phrases;
  readonly log: Log;
  readonly version: string;
}

/** The running service. */
export interface App {
  /** Where its HTTP interface listens. */
  readonly url: string;
  /** Takes no more calls, has the running ones say goodbye within the deadline set, and lets go of everything. */
  stop(): Promise<void>;
}

/** Phrases kept in memory: about ten minutes of speech. */
const PHRASE_BYTES = 20_000_000;
const HTTP_CLOSE_MS = 2_000;

/**
 * Joins the parts, the only place that does, and starts them.
 *
 * Nothing outside has to be there for it to start: Asterisk and the back ends are connected to, and reported on, from
 * then on.
 *
 * @throws when the HTTP interface cannot listen
 */
export async function startApp({ settings, phrases, log, version }: AppNeeds): Promise<App> {
  const scope = new Scope("process");
  const metrics = createMetrics({ prefix: settings.general.metricsPrefix });
  const health = createHealth({
    log,
    checks: { asterisk: notYet, sip: notYet, stt: untried, llm: untried, tts: untried },
  });
  const { faculties, voice } = equip(settings, { metrics, health, scope, log });
  const liveCalls = new LiveCalls(settings.calls.maxConcurrent);
  metrics.activeCalls(() => liveCalls.count);
  await createVoiceActivity().then((loaded) => loaded[Symbol.dispose]()); // Loads the module before the first call.

  const http = createHttpServer({
    health,
    version,
    log,
    metrics,
    keys: settings.http.apiKeys,
    activeCalls: () => liveCalls.count,
    sipRegistered: () => health.ok("sip"),
    readiness: () => {
      if (liveCalls.refusal === "shutting_down") return { ok: false, detail: "The service is shutting down." };
      if (!health.ok("asterisk")) return { ok: false, detail: "Asterisk is not connected." };
      if (liveCalls.refusal) return { ok: false, detail: "As many calls are in progress as there may be." };
      return { ok: true };
    },
  });
  const url = await http.listen(settings.http);
  log.info("http_listening", `The HTTP interface listens on ${url}`, { url });

  void scope.run(keepPhrasesReady(voice, phrases, scope, log)).catch(() => {});
  attachToAsterisk({
    ari: settings.ari,
    app: settings.ari.app,
    ami: settings.sip && settings.ami,
    log,
    scope,
    onCall: (incoming) => {
      void scope.run(
        answerCall(incoming, {
          faculties,
          phrases,
          systemPrompt: settings.llm.systemPrompt,
          maxCallMs: settings.calls.maxSeconds * 1000,
          liveCalls,
          log,
        }),
      );
    },
    reportAsterisk: (ok, detail) => {
      health.report("asterisk", ok, detail);
      metrics.asteriskConnected(ok);
    },
    reportRegistration: (ok, detail) => {
      health.report("sip", ok, detail);
      metrics.sipRegistered(ok);
    },
  });

  return { url, stop: () => stop({ scope, liveCalls, http, log, settings }) };
}

const notYet = { ok: false, detail: "Not connected yet." };
const untried = { ok: true };

/** What conversations are held with. */
function equip(settings: Settings, needs: { metrics: Metrics; health: Health; scope: Scope; log: Log }) {
  const { metrics, health, log } = needs;
  const { stt, tts, llm, turns, calls, general } = settings;
  const [sttServer, ttsServer, llmServer] = [stt, tts, llm].map(createBackend) as [Backend, Backend, Backend];
  const watch = { metrics, health };
  const speaker = watchTextToSpeech(createTextToSpeech({ ...tts, backend: ttsServer }), watch);
  const voice = createPhraseCache(speaker, { maxBytes: PHRASE_BYTES });
  watchRecovery("stt", sttServer, SPEECH_TO_TEXT, needs);
  watchRecovery("tts", ttsServer, TEXT_TO_SPEECH, needs);
  watchRecovery("llm", llmServer, LANGUAGE_MODEL, needs);
  const faculties: Faculties = {
    stt: watchSpeechToText(createSpeechToText({ ...stt, backend: sttServer }), watch),
    tts: voice,
    model: watchLanguageModel(createChatModel({ ...llm, backend: llmServer }), watch),
    toolbox: createToolbox(builtInTools(), {
      timeoutMs: calls.toolTimeoutMs,
      onThrow: (tool, error) =>
        log.error("tool_threw", `${tool.name} threw`, { tool: tool.name, error: describe(error) }),
    }),
    metrics,
    listening: turns,
    timeZone: general.timezone,
    toolRounds: llm.toolRounds,
    idleTimeoutMs: turns.idleTimeoutSeconds * 1000,
    faultTone: faultTone(),
  };
  return { faculties, voice };
}

const RECOVERY_LOOK = { firstMs: 2_000, maxMs: 10_000 };

/** Asks a back end for a sign of life at the start and while it is reported away: without calls nobody else would notice. */
function watchRecovery(
  name: BackendName,
  backend: Backend,
  purpose: Purpose,
  { health, scope }: { health: Health; scope: Scope },
): void {
  let asked = false;
  const look = async () => {
    if (asked && health.ok(name)) return;
    asked = true;
    await backend.check(purpose, scope.signal);
    health.report(name, true);
  };
  void scope
    .run(forever(scope.signal, RECOVERY_LOOK, look, (error) => health.report(name, false, describe(error))))
    .catch(() => {});
}

/** Has the standing phrases synthesised before they are needed: with text-to-speech away it would be too late. */
async function keepPhrasesReady(voice: PhraseCache, phrases: Phrases, scope: Scope, log: Log): Promise<void> {
  const warming = scope.child("phrases");
  const warm = async () => {
    const [failure] = await voice.warm(standingPhrases(phrases), warming.signal);
    if (failure) throw failure;
    log.info("phrases_ready", "The standing phrases are synthesised");
    warming.end();
  };
  await forever(warming.signal, RECOVERY_LOOK, warm, (error, nextMs) =>
    log.warn("phrases_not_ready", `The standing phrases cannot be synthesised: ${describe(error)}`, {
      next_ms: nextMs,
    }),
  );
}

async function stop(parts: {
  scope: Scope;
  liveCalls: LiveCalls;
  http: HttpServer;
  log: Log;
  settings: Settings;
}): Promise<void> {
  const { scope, liveCalls, http, log, settings } = parts;
  await within(settings.calls.shutdownSeconds * 1000, undefined, "saying goodbye", () => liveCalls.drain()).catch(() =>
    log.warn("calls_cut_off", "Calls that were still going on are cut off", { count: liveCalls.count }),
  );
  scope.end(new Ending("shutting_down"));
  await scope.closed;
  await http.close(HTTP_CLOSE_MS);
}
