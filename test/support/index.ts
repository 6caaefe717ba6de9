/**
 * The one door to everything that tests are made with. What is exported here keeps its name: tests of other repositories
 * may be written against it. docs/testing.md shows how.
 *
 * Unit and contract tests may import a single fake from its own file: this door loads all of them (about a second).
 */

// A world: PBX, the assistant's Asterisk, speech server, scripted model and telephone, all real, all disposable.
export { startWorld, type World } from "./world.js";
export { ALONE, Controller, type ControllerOptions, type LogLine } from "./controller.js";
export { FULL } from "./form.js";
export { programArgs } from "./program.js";
export { holdConversation, type HeldCall, type HeldTurn } from "./hold-conversation.js";
export { RestClient, type RestAnswer, type ShownCall, type ShownSchedule } from "./rest-client.js";
export { SHORT_PERIODS, shortPeriods } from "./short-periods.js";
export { begun, OwnWorld } from "./own-world.js";
export { dealt, Lives, placeOn, type StoreKind, storeKinds, type StorePlace } from "./lives.js";
export { CallLives } from "./call-lives.js";
export { CHAIN_CRASH_STEPS } from "./chain-crash-steps.js";
export { ChainLives } from "./chain-lives.js";
export { type Recurrence, ScheduleLives } from "./schedule-lives.js";
export { OtlpReceiver, type ReceivedSpan } from "./otlp-receiver.js";
export { findMongo, type MongoServer, type MortalMongoServer } from "./mongo/mongo-server.js";

// The telephone system, and what a tester does with it.
export {
  asteriskRoot,
  type AssistantAsterisk,
  type Bed,
  type BedOptions,
  startAssistant,
  startBed,
} from "./bed/bed.js";
export { ASSISTANT_EXTENSION, AWAY_APOLOGY, type Pbx, SOFTPHONE_EXTENSIONS, startPbx, TEST_LINES } from "./bed/pbx.js";
export { CALL_ENDINGS, type CallEnding, FORBIDDEN, FORWARDED } from "./bed/call-endings.js";
export { pbxConfiguration } from "./bed/pbx-configuration.js";
export { type AriAccess, AsteriskInstance } from "./bed/asterisk-instance.js";
export { AsteriskContainer, imageRoot } from "./bed/asterisk-image.js";
export { Containers, imageStore } from "./bed/containers.js";
export { asInCompose, type ImageBed, runImage, startImageBed, until } from "./bed/image-bed.js";
export { AriClient, type AriEvent } from "./bed/ari-client.js";
export { AriProxy, type RequestFault } from "./bed/ari-proxy.js";
export { DENIED, spellingsOf } from "./number-spellings.js";
export { ariConnected } from "./ari-connected.js";
export { type Dialling, NotAnswered, Telephone } from "./bed/telephone.js";
export { type CallRecording, TelephoneCall } from "./bed/telephone-call.js";
export { CALLEES, type Callees, type Manners, serve, startCallees, THEIR_TURN_MS } from "./bed/callees.js";
export { ChannelLog, type SeenChannel } from "./bed/channel-log.js";
export { leftIn, nothingLeftIn } from "./bed/left-in-asterisk.js";
export { EchoController } from "./bed/echo-controller.js";
export { cameThrough, loopDelayMs, product, sweep, withoutGaps } from "./bed/alignment.js";
export { placeFrames } from "./bed/frame-placement.js";
export { isVoiced, longestSilence, type Stretch, voicedStretches } from "./bed/voiced.js";
export { Softphone, type SoftphoneOptions } from "./bed/softphone.js";
export { keyByInfo } from "./bed/key-by-info.js";
export { whereSaid } from "./bed/where-said.js";
export { TcpProxy } from "./bed/tcp-proxy.js";
export { freePort, isFreeForTcp, isFreeForUdp, rtpRange } from "./bed/ports.js";
export { awkwardSecret, secret } from "./bed/secrets.js";

// What an administrator's first day is made of.
export { ARI_OFF, layOutAsFreePbx, withExtension } from "./freepbx-layout.js";
export {
  bundledAsteriskPlace,
  everyFile,
  ownAsteriskPlace,
  type SetupBed,
  type SetupRun,
  startSetupBed,
  type Typed,
} from "./setup-bed.js";

// What administrators get wrong.
export { addFaultyExtensions, FAULTY_EXTENSIONS } from "./faulty-extensions.js";
export { BROKEN_SETUPS, type BrokenSetup, type Ground, startMute } from "./broken-setups.js";
export { examined, WorkingSetup } from "./broken-ground.js";
export { blamed, shown, testsOfBroken } from "./broken-judgement.js";
export { startFront } from "./front.js";
export { transferKills, transferRows } from "./transfers/transfer-rows.js";

// Back ends: a voice and a recogniser that are real, a model that follows a script, and what has them fail.
export { SPEECH_RATE, type SpeechServer, startSpeechServer } from "./backends/speech-server.js";
export { type ScriptedModel, startScriptedModel } from "./backends/scripted-model.js";
export { startDemoBackends } from "./backends/demo-backends.js";
export type { LoggedRequest } from "./backends/exchange.js";
export { upsampleTo24kHz } from "./backends/upsample.js";
export { said, says } from "./backends/says.js";
export { recognise } from "./backends/recognise.js";
export { samplesOfWav, wavOf } from "./backends/wav.js";

// What asks the service whatever can be asked.
export { type FuzzedRequest, fuzzedRequests, type OpenApi, seeded } from "./rest-fuzzer.js";

// Whom the service talks to.
export { type ReceivedWebhook, Receiver } from "./receiver/receiver.js";
export { ledger } from "./receiver/webhook-ledger.js";
export {
  type Alertmanager,
  findPrometheus,
  type Prometheus,
  type Span,
  startAlertmanager,
  startPrometheus,
} from "./prometheus.js";
export { askDashboard } from "./dashboards/ask-dashboard.js";
export { drawDashboard } from "./dashboards/draw-dashboard.js";
export type { Box, Drawing, DrawnPanel, SeenPanel } from "./dashboards/drawing.js";
export { grafanaDashboard } from "./dashboards/grafana-dashboard.js";
export { palettedPng } from "./dashboards/paletted-png.js";
export { VALUE_TEXTS } from "./dashboards/value-text.js";
export { mcpHttpServer } from "./mcp/http-server.js";
export { alertmanagerReport, grafanaReport, legacyGrafanaReport } from "./alert-samples.js";
export { saying, toolSource } from "./plugin-folder.js";
export { startTempest, tempestSettings } from "./tempest.js";

// Texts as sound, for what has to be known to the letter, in any language.
export { readyAt, startToneWorld, type ToneCall, type ToneWorld } from "./tone-world.js";
export { ToneCaller } from "./bed/tone-caller.js";
export { COLLEAGUE, englishIn, TIMER_SECONDS, type Tongue, TONGUES } from "./tongues.js";
export { answerJson, type HttpServer, startHttpServer } from "./http-server.js";

// The whole wire faked: for walks through the service that take milliseconds.
export { FakeAsterisk } from "./fakes/fake-asterisk.js";
export type { FakeMedia } from "./fakes/fake-media.js";
export { FakeDialler } from "./fakes/fake-dialler.js";
export { FakeLine } from "./fakes/fake-line.js";
export { calls, FakeModel } from "./fakes/fake-model.js";
export { FakeSpeechToText } from "./fakes/fake-speech-to-text.js";
export { FakeVoice } from "./fakes/fake-voice.js";
export { createAudioClock } from "./fakes/audio-clock.js";
export { prepareTalk, silence, startTalk, type Talk } from "./fakes/talk.js";
export { quietLog } from "./fakes/quiet-log.js";

// Calls in virtual time, and what sounds in them.
export { atLevel, mix, pinkNoise } from "./listening/sounds.js";
export { type Cast, HELD_OUT, TUNED } from "./listening/casts.js";
export { freshCast } from "./listening/fresh-cast.js";
export { type Measured } from "./scenarios/measure.js";
export { runScenario } from "./scenarios/run-scenario.js";
export { type Summary, summarise, tableOf } from "./scenarios/summarise.js";

// An hour of calls with faults, and what must hold all along.
export { FAULTS, faultsNamed } from "./soak/faults.js";
export { CALL_KINDS } from "./soak/kinds.js";
export { soak, type SoakOptions } from "./soak/soak.js";
export { STORES } from "./soak/stage.js";

// An hour among people who mean harm.
export { ATTACKS } from "./hostile-mix/attacks.js";
export { hostileMix } from "./hostile-mix/hostile-mix.js";

// Steps at which a controller is killed, and small things that many tests need.
export { type Caught, CRASH_STEPS, type Stage, type Step } from "./crash-steps.js";
export { type Made, SCHEDULE_CRASH_STEPS, type ScheduleStep } from "./schedule-crash-steps.js";
export { callerTexts } from "./caller-texts.js";
export { type FakeClock, fakeClock } from "./fake-clock.js";
export { INSPECTED, type Memory, memoryOf } from "./inspected-memory.js";
export { makeInstanceFolder } from "./bed/instance-folder.js";
export { builtConsole } from "./built-console.js";
export { composeFile, composeFileWith, PROJECT, textOf } from "./compose-file.js";
export { type Example, examplesIn, type Exchange, runExample } from "./page-examples.js";
export { type Distribution, distributionOf, percentileOf, spreadOf } from "./distribution.js";
export { babble, conversation, listenTo, type Spoken, type Told, utterancesIn } from "./listening/conversation.js";
export { NOISE_NAMES } from "./listening/noises.js";
export { disturbance, interruption, type Scene, type SceneOptions, sceneOf } from "./listening/scenes.js";
/** What is heard on lines, made by rule. */
export * as sounds from "./listening/sounds.js";
export { hearScene, judge, type Verdict } from "./listening/watch.js";
export { fillUp } from "./fill-up.js";
export { shortTone } from "./short-tone.js";
export { Page, type PageNeeds } from "./page.js";
export { KEEP_WHAT_IS_HEARD, listeningTo, startBrowser, whatWasHeard } from "./browser.js";
export { accessibilityFaults, openPage, type WatchedPage } from "./watched-page.js";
export { enterOwnNetwork } from "./own-network.js";
export { temporaryFolder, type TemporaryFolder } from "./temporary-folder.js";
export { type ModelClient, modelClientOver, startModelClient } from "./mcp/model-client.js";
