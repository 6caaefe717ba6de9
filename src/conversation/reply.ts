import { DateTime } from "luxon";
import { type AttendantError, describe } from "../kernel/errors.js";
import { generateReply, type Reply, type ReplyPart } from "../language/generate-reply.js";
import { sentencesOf } from "../speech/sentences.js";
import type { Conversation } from "./conversation.js";
import { NOT_UNDERSTOOD } from "./phrasebook.js";
import { sayPhrase } from "./say-phrase.js";
import { type Spoken, speak } from "./speak.js";

/** How a turn of the assistant ended: whether the call goes on after it. */
export type TurnOutcome = "go_on" | "hang_up";

export interface ReplyNeeds {
  /** The reply's life; it aborts when the caller speaks over it. */
  readonly signal: AbortSignal;
  /** When the caller fell silent, on the clock of `performance.now()`. */
  readonly callerSilentAt: number;
  /** Told when the caller's words count as answered: they hear a reply, or a tool has acted on them. */
  readonly onAnswering: () => void;
}

/**
 * Answers what the caller said: utterance → text → the model's words and tool calls → sentences → speech.
 *
 * A back end that fails becomes a phrase that says so. The only thing thrown is the signal's reason.
 */
export async function replyTo(samples: Int16Array, call: Conversation, needs: ReplyNeeds): Promise<TurnOutcome> {
  const { signal } = needs;
  const spoken: Spoken = { heard: [], unheard: [] };
  let outcome: TurnOutcome = "go_on";
  let reply: Reply | undefined;
  let words = "";
  let answering = false;
  try {
    const heard = await transcribe();
    if (!heard) {
      await sayPhrase(NOT_UNDERSTOOD, call, signal);
      return outcome;
    }
    const generated = generateReply({
      model: call.model,
      toolbox: call.toolbox,
      messages: [...call.transcript.messages, { role: "user", content: heard }],
      context: {
        caller: call.line.caller.number || undefined,
        now: DateTime.now().setZone(call.timeZone),
        hangUp: () => {
          outcome = "hang_up";
        },
      },
      maxRounds: call.toolRounds,
      signal,
    });
    reply = generated;
    await speak(sentencesOf(textsOf(generated, heard)), spoken, {
      line: call.line,
      tts: call.tts,
      signal,
      onFirstAudio: () => {
        answer(heard);
        call.metrics.responded((performance.now() - needs.callerSilentAt) / 1000);
      },
    });
    call.log.said(
      "tts_spoken",
      "The caller heard the reply",
      { sentences: spoken.heard.length },
      { text: spoken.heard.join(" ") },
    );
  } catch (error) {
    signal.throwIfAborted();
    call.log.error("reply_failed", describe(error), { code: (error as AttendantError).code ?? "internal" });
    await sayPhrase(call.phrasebook.pick("errors"), call, signal);
  } finally {
    if (reply && answering) call.transcript.assistantReplied(spoken, reply.messages);
  }
  return outcome;

  async function transcribe(): Promise<string> {
    const text = await call.stt.transcribe(samples, signal);
    call.log.said("stt_result", text ? "The caller said something" : "Nothing was understood", {}, { text });
    return text;
  }

  /** From here on the caller's words are part of the conversation; before, an interruption lets them say it anew. */
  function answer(heard: string): void {
    if (answering) return;
    answering = true;
    call.transcript.callerSaid(heard);
    needs.onAnswering();
  }

  /** The reply's words as they come; what tools do on the way is noted. */
  async function* textsOf(parts: AsyncIterable<ReplyPart>, heard: string): AsyncGenerator<string> {
    for await (const part of parts) {
      if (part.kind === "text") {
        words += part.text;
        yield part.text;
        continue;
      }
      const { call: request, result, ms } = part;
      answer(heard);
      call.transcript.toolRan(request.name, result);
      call.metrics.toolCalled(request.name, result.status);
      call.log.info("tool_call", `${request.name} ran`, {
        tool: request.name,
        status: result.status,
        ms: Math.round(ms),
      });
    }
    if (outcome === "hang_up" && !words.trim()) {
      words = call.phrasebook.pick("goodbyes");
      yield words;
    }
    call.log.said("llm_response", "The model replied", {}, { text: words });
    if (!words.trim()) yield call.phrasebook.pick("errors");
  }
}
