import { recognise } from "./backends/recognise.js";
import { says } from "./backends/says.js";
import type { Telephone } from "./bed/telephone.js";
import type { TelephoneCall } from "./bed/telephone-call.js";
import type { Controller, LogLine } from "./controller.js";

/** One turn of a call, as the caller had it and as the controller saw it. */
export interface HeldTurn {
  readonly said_to_assistant: string;
  /** What the assistant understood. */
  readonly understood: string;
  readonly tools: readonly string[];
  /** What the model had said. */
  readonly replied: string;
  /** What a recogniser understands of the telephone's recording of the reply: nobody's word for it but the sound's. */
  readonly heard_by_caller: string;
  /** From the caller's last voiced sample to the first voiced sample in their ear, on the telephone's recording. */
  readonly mouth_to_ear_ms: number;
}

export interface HeldCall {
  readonly call_id: string;
  readonly turns: readonly HeldTurn[];
  /** The recording: stereo, caller left, assistant right, 16 000 Hz. */
  readonly recording: string;
}

export interface HoldNeeds {
  readonly telephone: Telephone;
  readonly controller: Controller;
  /** What the caller says; with the last of these the assistant is expected to end the call. */
  readonly lines: readonly string[];
  /** Path of the recording. */
  readonly recording: string;
  /** Who calls: a number of its own for each of several calls at once. */
  readonly callerId?: string;
  readonly signal?: AbortSignal;
}

/** So long a silence, ms, means that the assistant has finished: longer than any between two of its sentences. */
const FINISHED_MS = 1_000;

/** Calls the assistant, says the lines one after the other, listens, and waits for the assistant to hang up. */
export async function holdConversation(needs: HoldNeeds): Promise<HeldCall> {
  const { telephone, controller, lines, recording, callerId = "2001", signal = new AbortController().signal } = needs;
  const from = controller.lines.length;
  const said = await Promise.all(lines.map((line) => says(line)));
  const waiting = { signal };
  const call = await telephone.dial("8000", { callerId, signal });
  const { data: start } = await controller.logged("call_start", ({ data }) => data?.caller === callerId, { from });
  const callId = String(start?.call_id);
  const isOfCall = (line: LogLine) => line.data?.call_id === callId;

  const turns: HeldTurn[] = [];
  let finishedAt = await call.hearsSilence({ forMs: FINISHED_MS, signal });
  for (const [at, samples] of said.entries()) {
    const logFrom = controller.lines.length;
    const { to } = await call.say(samples, waiting);
    const heardAt = await call.hears({ after: Math.max(to, finishedAt), signal });
    finishedAt = at < lines.length - 1 ? await finished(heardAt, logFrom) : await end(call);
    const reply = call.recording().assistant.subarray(heardAt, finishedAt);
    const turn = controller.lines.slice(logFrom).filter(isOfCall);
    const textOf = (event: string) => String(turn.find((line) => line.event === event)?.data?.text ?? "");
    turns.push({
      said_to_assistant: lines[at] ?? "",
      understood: textOf("stt_result"),
      tools: turn.filter(({ event }) => event === "tool_call").map(({ data }) => String(data?.tool)),
      // A model that hangs up without a word has its goodbye said for it.
      replied: textOf("llm_response") || textOf("tts_spoken"),
      heard_by_caller: await recognise(reply),
      mouth_to_ear_ms: Math.round((heardAt - to) / 16),
    });
  }
  await call.writeWav(recording);
  return { call_id: callId, turns, recording };

  /** Waits for the end of the reply: a busy machine may be silent between "just a second" and the answer. */
  async function finished(heardAt: number, logFrom: number): Promise<number> {
    await controller.logged("tts_spoken", ({ data }) => data?.call_id === callId, { from: logFrom });
    return call.hearsSilence({ forMs: FINISHED_MS, after: heardAt, signal });
  }
}

/** Waits until the assistant has hung up; the position of the end. */
async function end(call: TelephoneCall): Promise<number> {
  await call.ended;
  return call.length;
}
