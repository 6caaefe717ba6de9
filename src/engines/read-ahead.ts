import { BackendFailure } from "../backends/openai.js";
import { onAbort } from "../kernel/abort.js";
import { withDeadline } from "../kernel/deadline.js";
import type { Scope } from "../kernel/scope.js";
import type { Message, ToolOffer } from "../language/ports.js";
import type { ModelWithTools } from "../language/tool-protocol.js";

/**
 * Has a model read a prompt before the first words that it answers. Servers keep what they have read: a small model without a
 * graphics card reads a prompt with tools for half a minute or more, and only once.
 */
export interface ReadAhead {
  /**
   * Has the model read this prompt as soon as it has nothing else to do, if that pays. Only the last prompt is read. Returns at
   * once.
   */
  readAhead(prompt: readonly Message[], tools: readonly ToolOffer[]): void;
}

export interface ReadAheadNeeds {
  /** Whether the server is one's own; others have to be paid for each request. */
  readonly isOwn: boolean;
  readonly scope: Scope;
}

/** An answer that takes this long to begin, in ms, shows a model that reads slowly. */
const SLOW_MS = 1_000;
/** For so long after a request, in ms, a server still has the prompt, which all callers share but for its end. */
const KEPT_MS = 30_000;
/** Maximum duration, in ms. */
const MAX_READING_MS = 180_000;

interface Prompt {
  readonly messages: readonly Message[];
  readonly tools: readonly ToolOffer[];
}

/**
 * Returns the same model, which also reads ahead: one prompt at a time, never beside a request of this model, and ended by its next
 * one. Other models of the same server are not considered.
 */
export function readingAhead(model: ModelWithTools, { isOwn, scope }: ReadAheadNeeds): ModelWithTools & ReadAhead {
  let requests = 0;
  let isWorking = false;
  /** Whether reading has ever taken long; nothing is known before the first. */
  let isSlow: boolean | undefined;
  let usedAt = Number.NEGATIVE_INFINITY;
  let wanted: Prompt | undefined;
  let reading: AbortController | undefined;

  function pays(): boolean {
    return isSlow === undefined || (isSlow && performance.now() - usedAt > KEPT_MS);
  }

  function begin(): void {
    if (!wanted || requests > 0 || reading || !isWorking || !model.isDetected || scope.ending) return;
    const prompt = wanted;
    wanted = undefined;
    if (pays()) void scope.run(read(prompt));
  }

  async function read({ messages, tools }: Prompt): Promise<void> {
    const withdrawn = (reading = new AbortController());
    const begun = performance.now();
    const stop = onAbort(scope.signal, (reason) => withdrawn.abort(reason));
    try {
      await withDeadline(MAX_READING_MS, withdrawn.signal, "reading ahead", (signal) =>
        untilRead(() => model.stream([...messages, WORD], tools, signal, { isOnlyRead: true })),
      );
      isSlow ??= false;
    } catch {
      // The next request shows what is wrong.
    } finally {
      stop();
      tookUntilAnswer(performance.now() - begun);
      reading = undefined;
      begin();
    }
  }

  function tookUntilAnswer(ms: number): void {
    if (ms >= SLOW_MS) isSlow = true;
  }

  /** Counts a request, which ends what is being read. Returns what ends it. */
  function use(): (works: boolean) => void {
    reading?.abort(new Error("a request came"));
    requests++;
    return (works) => {
      requests--;
      isWorking = works;
      begin();
    };
  }

  return {
    get protocol() {
      return model.protocol;
    },
    get isDetected() {
      return model.isDetected;
    },
    async detect(signal) {
      const end = use();
      let works = false;
      try {
        await model.detect(signal);
        works = true;
      } finally {
        end(works);
      }
    },
    async *stream(messages, tools, signal, watch) {
      const end = use();
      const begun = performance.now();
      let works = isWorking;
      let hasAnswered = false;
      try {
        for await (const output of model.stream(messages, tools, signal, watch)) {
          if (!hasAnswered) tookUntilAnswer(performance.now() - begun);
          hasAnswered = works = true;
          yield output;
        }
        works = true;
      } catch (error) {
        works &&= signal.aborted;
        throw error;
      } finally {
        usedAt = performance.now();
        end(works);
      }
    },
    readAhead(messages, tools) {
      if (!isOwn) return;
      wanted = { messages, tools };
      begin();
    },
  };
}

/** Asks again when no answer came in time: a server goes on from where it was. */
async function untilRead(ask: () => AsyncIterable<unknown>): Promise<void> {
  for (;;) {
    try {
      for await (const _ of ask()) return;
      return;
    } catch (error) {
      if (!(error instanceof BackendFailure && error.fault === "late")) throw error;
    }
  }
}

/** What a caller may say first: many servers refuse a conversation without the caller's words. */
const WORD: Message = { role: "user", content: "Hello." };
