import { Ending } from "../kernel/ending.js";
import { AttendantError } from "../kernel/errors.js";
import type { CompletionWatch, LanguageModel } from "../language/ports.js";
import type { Span } from "../observability/trace.js";
import type { Recogniser, TextToSpeech } from "../speech/ports.js";
import type { Turn } from "../turn-taking/turn.js";

type Noted = Pick<Turn, "notes" | "span">;

/**
 * The same model, as one turn asks it: when it is asked and answers is noted down, and what that takes. Spans have the names of
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

/** The same voice, as one turn has it speak: when it is asked first, and has sound first, is noted down. */
export function notedVoice(tts: TextToSpeech, turn: Noted): TextToSpeech {
  const { notes } = turn;
  return {
    synthesise(text, signal) {
      notes.happens("ttsAsked");
      const span = turn.span?.child("text_to_speech", {
        kind: "client",
        attributes: { "attendant.tts.characters": text.length },
      });
      const voice = tts.synthesise(text, signal, span?.traceparent);
      return streamed(voice, span, (samples) => samples.length > 0 && notes.happens("firstSample"));
    },
  };
}

/** The same recogniser, as one turn asks it: when it is asked is noted down. */
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

/** Passes on what comes, and ends the span with it. */
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
