import { announce, type AnnounceNeeds } from "../../conversation/announce.js";
import { createDialogue } from "../../conversation/conversation.js";
import { createPhrasebook } from "../../conversation/phrasebook.js";
import { type PickUpWatch, watchPickUp } from "../../conversation/pick-up/watch-pick-up.js";
import { Ending } from "../../kernel/ending.js";
import type { CallRecord } from "../../records/call-record.js";
import type { OnMachine } from "../../records/call-script.js";
import type { Line } from "../../telephony/line.js";
import { answeredBy, type Finding, type PickUp } from "../../turn-taking/pick-up/machine.js";
import type { Conclusion } from "../record/conclude-call.js";
import { keepRecord } from "../record/keep-call.js";
import {
  allSentences,
  type Answerer,
  speakScript,
  type SpeakScriptCall,
  type SpeakScriptNeeds,
} from "./speak-script.js";

export interface SpeakToCalleeCall extends Omit<SpeakScriptCall, "answerer"> {
  /** Name of the assistant, for those who ask who is calling; empty if that is not known. */
  readonly name: string;
}

/** What interrupts the script: a machine, or someone who asks who is calling. */
type Interruption = "hang_up" | "leave_message" | "not_asked" | "introduce";

/** How long the question, or the end of the call, waits for a greeting to be understood, in ms; someone is speaking meanwhile. */
const GREETING_MS = 8_000;
/** How long the end of the call waits for someone who still speaks, if no message is to be left, in ms. */
const LAST_WORDS_MS = 3_000;
/** Silence after the message in which a machine to leave it with would have begun to greet, in ms. */
const SILENT_MS = 2_500;
/** How often we say who is calling. */
const MAX_INTRODUCTIONS = 2;

/**
 * Speaks to the one who has answered a placed call, from the first moment on, and finds out meanwhile whether that is a machine. A
 * person is never kept waiting for it; a machine is not asked the question, and gets what `onMachine` says.
 *
 * @returns how the call ended, unless its scope says so
 * @throws as {@link speakScript}
 */
export async function speakToCallee(
  line: Line,
  { name, ...spoken }: SpeakToCalleeCall,
  needs: SpeakScriptNeeds,
): Promise<Conclusion | undefined> {
  const { call, script, scope } = spoken;
  const { onMachine } = script;
  if (!onMachine) return void (await speakToPerson(line, spoken, needs));
  await using listening = scope.child("pick-up");
  const { transcript } = call;
  const toLine = { line, tts: script.voice, transcript, scope, span: call.span };
  const { resources, phrases, log } = needs;
  const dialogue = createDialogue(resources, { line, transcript, scope: listening, phrases, log, span: call.span });
  const introduction = name && createPhrasebook(phrases).pick("calling_about", { name });
  const ours = [...allSentences(script), ...script.toMachine, introduction].join(" ");
  const watch = watchPickUp(dialogue, listening, ours, machineIn(call.record));
  listening.onEnd(watch.onHeard(() => record(watch.state, call, needs)));
  let isAsking = false;
  const answerer = answererOf(watch, () => (isAsking = true));
  let introductions = 0;
  let { first = [] } = spoken;
  const interruption = () =>
    interruptionBy(watch.state, onMachine, isAsking, introduction !== "" && introductions < MAX_INTRODUCTIONS);

  try {
    for (;;) {
      const why = (await speakUntilInterrupted()) ?? (await lastWords());
      if (why === undefined) return undefined;
      if (why === "resume") continue;
      const end = why === "introduce" ? await introduce() : await meetMachine(why);
      if (end !== "resume") return end;
    }
  } finally {
    if (!call.record.answeredBy) call.answeredBy("unknown");
  }

  async function introduce(): Promise<Conclusion | "resume"> {
    introductions++;
    if (watch.state.finding?.who === "screener") {
      const isTaken = await passScreening([introduction, ...script.sentences], watch, toLine);
      if (!isTaken) return notReached("The call was screened, and no person took it.");
      call.messageBeginsAgain();
    }
    first = watch.state.isAskedWho ? [introduction] : [];
    watch.note({ kind: "introduced" });
    return "resume";
  }

  async function speakUntilInterrupted(): Promise<Interruption | "resume" | undefined> {
    const talk = scope.child("talk");
    const check = () => {
      if (interruption()) talk.end(new Ending("interrupted", "A machine answered, or someone asked who is calling."));
    };
    const stop = watch.onHeard(check);
    check();
    const isDisclosed = typeof call.record.disclosedAt === "number";
    const rest = isDisclosed ? { ...script, disclosure: [] } : script;
    try {
      await speakScript(line, { ...spoken, script: rest, scope: talk, first, answerer }, needs);
      return undefined;
    } catch (error) {
      scope.signal.throwIfAborted();
      if (!talk.ending) throw error;
      return interruption() ?? "resume"; // Words of a person may have outweighed what interrupted it.
    } finally {
      stop();
      talk.end();
    }
  }

  /** Everything is said. Someone who is speaking is heard out, and a machine to leave the message with may not have begun. */
  async function lastWords(): Promise<Interruption | undefined> {
    if (isAsking) return undefined;
    const isForMachine = onMachine === "leave_message";
    const isOver = () => !watch.isBusy && watch.quietMs >= (isForMachine ? SILENT_MS : 0);
    const maxMs = isForMachine ? GREETING_MS : LAST_WORDS_MS;
    await watch.until(() => watch.state.finding !== undefined || isOver(), maxMs, scope.signal);
    const why = interruption();
    return why === "leave_message" || watch.state.finding?.who === "screener" ? why : undefined;
  }

  /** Returns how the call ends, or that the script goes on: it was a person. */
  async function meetMachine(why: Exclude<Interruption, "introduce">): Promise<Conclusion | "resume" | undefined> {
    if (why === "leave_message") return await leaveMessage();
    settleChoice();
    return why === "not_asked" ? undefined : notReached("A machine answered, and `on_machine` is hang_up.");
  }

  async function leaveMessage(): Promise<Conclusion | "resume" | undefined> {
    call.messageBeginsAgain();
    const isRecorded = await untilRecorded(watch, scope.signal).finally(() => {
      if (!isPerson(watch)) settleChoice();
    });
    if (isPerson(watch)) return "resume"; // Who offered to take a message after they had sounded like a mailbox.
    const isLeft = isRecorded && (await announce([...script.disclosure, ...script.toMachine], toLine));
    if (!isLeft) return notReached("A machine answered, and no message could be left.");
    call.messagePlayed();
    return undefined;
  }

  function settleChoice(): void {
    if (script.choice && !call.record.choiceStatus) call.chose("not_asked", null, null);
  }

  function notReached(error: string): Conclusion {
    settleChoice();
    return { outcome: "completed", endedBy: "assistant", error };
  }
}

/** Speaks to someone who is taken for a person: of what they say before the question, each complete utterance is transcribed. */
async function speakToPerson(line: Line, spoken: SpeakScriptCall, needs: SpeakScriptNeeds): Promise<void> {
  const { call, script, scope } = spoken;
  if (!script.choice || !needs.doNotCall) return speakScript(line, spoken, needs);
  await using listening = scope.child("pick-up");
  const { resources, phrases, log } = needs;
  const about = { line, transcript: call.transcript, scope: listening, phrases, log, span: call.span };
  const dialogue = createDialogue(resources, about);
  // The model is not asked who has answered.
  const isAvailable: typeof dialogue.isAvailable = (backend) => backend !== "llm" && dialogue.isAvailable(backend);
  const watch = watchPickUp({ ...dialogue, isAvailable, readsAhead: false }, listening, allSentences(script).join(" "));
  const answerer: Answerer = {
    ...answererOf(watch, () => {}),
    async mayBeAsked() {
      watch.leaveWords();
      return true;
    },
  };
  await speakScript(line, { ...spoken, answerer }, needs);
}

/** Records who has answered, when that has changed. */
function record(
  state: PickUp,
  call: SpeakToCalleeCall["call"],
  { records, log }: Pick<SpeakScriptNeeds, "records" | "log">,
): void {
  const { finding } = state;
  const who = answeredBy(state);
  if (!finding || (call.record.answeredBy === who && call.record.answerEvidence === finding.evidence)) return;
  call.answeredBy(who, finding.evidence);
  log.info("answered_by", "Found out who answered the call", { answered_by: who, evidence: finding.evidence });
  void keepRecord(call, records, log);
}

/** The machine that had answered a call which is resumed. */
function machineIn({ answeredBy: who, answerEvidence: evidence }: CallRecord): Finding | undefined {
  return who && who !== "unknown" && who !== "human" && evidence ? { who, evidence } : undefined;
}

/** Returns what the findings make of the script that is being spoken; undefined when it goes on. */
function interruptionBy(
  { finding, isAskedWho }: PickUp,
  onMachine: OnMachine,
  isAsking: boolean,
  mayIntroduce: boolean,
): Interruption | undefined {
  if (!finding) return undefined;
  if (finding.who === "human") return isAskedWho && !isAsking && mayIntroduce ? "introduce" : undefined;
  if (finding.who === "screener" && mayIntroduce) return "introduce";
  if (onMachine !== "speak") return onMachine;
  return isAsking ? "not_asked" : undefined; // It hears the message, and no question.
}

function answererOf(watch: PickUpWatch, onAsking: () => void): Answerer {
  const isMachine = () => watch.state.finding !== undefined && watch.state.finding.who !== "human";
  return {
    async mayBeAsked(signal) {
      // Someone who has been silent since the answer, or has only made a noise, is asked.
      const isClear = () => watch.state.finding !== undefined || (!watch.isBusy && watch.state.spokenMs === 0);
      await watch.until(isClear, GREETING_MS, signal);
      if (isMachine()) return false;
      watch.leaveWords();
      onAsking();
      return true;
    },
    said: (text) => watch.note({ kind: "words", text, isComplete: true }),
    onUtterance: (listener) => watch.onUtterance(listener),
    chose: () => watch.note({ kind: "chose" }),
    unanswered: () => watch.note({ kind: "unanswered" }),
  };
}

/** How long a screener may take to put us through to a person, in ms. */
const SCREENING_MS = 40_000;

/**
 * Tells a screener who is calling, and why. Resolves with whether a person took the call then: someone who says what people say
 * when they pick up, because a short "thank you, one moment" is still the screener's.
 *
 * @throws the scope's ending if they hang up meanwhile · {AttendantError} `tts_failed`
 */
async function passScreening(
  introduction: readonly string[],
  watch: PickUpWatch,
  toLine: AnnounceNeeds,
): Promise<boolean> {
  await announce(introduction, toLine);
  const until = watch.soundMs + SCREENING_MS;
  do {
    watch.note({ kind: "screened" });
    const isFound = () => watch.state.finding !== undefined;
    if (!(await watch.until(isFound, until - watch.soundMs, toLine.scope.signal))) return false;
    const { who, evidence } = watch.state.finding ?? {};
    if (who === "human" && evidence !== "length") return true;
  } while (watch.soundMs < until);
  return false;
}

/** How long the beep is waited for, in ms: greetings last up to a minute. */
const BEEP_MS = 60_000;
/** A machine that has been quiet for so long after its greeting records, although no beep was recognised, in ms. */
const QUIET_MS = 4_000;
/** A tone that ended at most this long before we fell silent was the beep, in ms. */
const JUST_NOW_MS = 1_000;

function isPerson({ state }: PickUpWatch): boolean {
  return state.finding?.who === "human";
}

/** Resolves with whether an answering machine records by now, or a person was found after all; a menu without a beep never does. */
function untilRecorded(watch: PickUpWatch, signal: AbortSignal): Promise<boolean> {
  const since = watch.soundMs - JUST_NOW_MS;
  const isKnown = () => {
    if (isPerson(watch) || (watch.toneAt !== undefined && watch.toneAt >= since)) return true;
    return watch.state.finding?.who === "machine" && watch.quietMs >= QUIET_MS;
  };
  return watch.until(isKnown, BEEP_MS, signal);
}
