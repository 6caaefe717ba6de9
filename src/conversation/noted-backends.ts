import { Ending } from "../kernel/ending.js";
import { AttendantError } from "../kernel/errors.js";
import type { CompletionWatch, LanguageModel } from "../language/ports.js";
import type { Span } from "../observability/trace.js";
import type { Recogniser, TextToSpeech } from "../speech/ports.js";
import type { Turn } from "../turn-taking/turn.js";

type Noted = Pick<Turn, "notes" | "span">;

/**
 * Wraps the model for one turn: records when it is asked, when it answers, and what that uses. Spans are named after
 * OpenTelemetry's conventions for generative AI.
 */
export function notedModel(model: LanguageModel, turn: Noted, name: string): LanguageModel {
  const { notes } = turn;
  return {
    stream: (messages, tools, signal) => {
      notes.asksModel();
      const span = turn.span?.child(`chat ${name}`, {
        kind: "client",
        attributes: {
          "gen_ai.operation.name": "chat",
          "gen_ai.provider.name": "openai",
          "gen_ai.request.model": name,
        },
      });
      const watch: CompletionWatch = {
        traceparent: span?.traceparent,
        used(tokens) {
          notes.used(tokens);
          span?.set({
            "gen_ai.usage.input_tokens": tokens.inputTokens,
            "gen_ai.usage.output_tokens": tokens.outputTokens,
          });
        },
      };
      return streamed(model.stream(messages, tools, signal, watch), span, () => notes.happens("firstToken"));
    },
  };
}

/** Wraps text-to-speech for one turn that replies: records the first request and the first sound. */
export function notedVoice(tts: TextToSpeech, turn: Noted): TextToSpeech {
  const { notes } = turn;
  const traced = tracedVoice(tts, turn, (samples) => samples.length > 0 && notes.happens("firstSample"));
  return {
    synthesise(text, signal) {
      notes.happens("ttsAsked");
      return traced.synthesise(text, signal);
    },
  };
}

/** Wraps text-to-speech for one turn: each sentence has a span, which says whether it failed. */
export function tracedVoice(
  tts: TextToSpeech,
  turn: Pick<Turn, "span">,
  onSamples: (samples: Int16Array) => void = () => {},
): TextToSpeech {
  return {
    synthesise(text, signal) {
      const span = turn.span?.child("text_to_speech", {
        kind: "client",
        attributes: { "attendant.tts.characters": text.length },
      });
      return streamed(tts.synthesise(text, signal, span?.traceparent), span, onSamples);
    },
  };
}

/** Wraps the recogniser for one turn: records when it is asked. */
export function notedRecogniser(recogniser: Recogniser, turn: Noted): Pick<Recogniser, "transcribe"> {
  return {
    async transcribe(speech, signal, tellSoFar) {
      turn.notes.happens("sttAsked");
      const span = turn.span?.child("speech_to_text", { kind: "client" });
      try {
        return await recogniser.transcribe(speech, signal, tellSoFar, span?.traceparent);
      } catch (error) {
        span?.fail(typeOf(error));
        throw error;
      } finally {
        span?.end();
      }
    },
  };
}

/** Passes the items on, and ends the span after the last. */
async function* streamed<T>(
  items: AsyncIterable<T>,
  span: Span | undefined,
  onItem: (item: T) => void,
): AsyncGenerator<T> {
  const begun = performance.now();
  let hasBegun = false;
  try {
    for await (const item of items) {
      if (!hasBegun) span?.set({ "attendant.first_output_ms": Math.round(performance.now() - begun) });
      hasBegun = true;
      onItem(item);
      yield item;
    }
  } catch (error) {
    span?.fail(typeOf(error));
    throw error;
  } finally {
    span?.end();
  }
}

function typeOf(error: unknown): string {
  if (error instanceof AttendantError) return error.code;
  return error instanceof Ending ? error.kind : "internal";
}
