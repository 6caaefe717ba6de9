import { DateTime } from "luxon";
import { Mailbox } from "../kernel/mailbox.js";
import type { Scope } from "../kernel/scope.js";
import { generateReply, type ReplyPart } from "../language/generate-reply.js";
import type { Message } from "../language/ports.js";
import type { Toolbox } from "../language/toolbox.js";
import { createSentenceCutter } from "../speech/sentences.js";
import { speakable } from "../speech/speakable.js";
import type { Conversation } from "./conversation.js";

/** Sentences that wait to be spoken. A model is cut off at 8000 characters, which makes fewer. */
const MOST_SENTENCES = 1_000;

/** A reply while it comes to be. */
export interface Composition {
  readonly sentences: AsyncIterable<string>;
  /** Every sentence so far, spoken or not. */
  readonly all: readonly string[];
  /** Resolves when the reply is whole; rejects when the model fails (`llm_failed`) or the scope ends. */
  readonly done: Promise<void>;
  /** For the history: consistent at every moment. */
  readonly messages: readonly Message[];
}

export interface CompositionNeeds {
  readonly scope: Scope;
  /** Told when the model has a tool do something: from then on the caller's words have had an effect. */
  readonly onActing: () => void;
  /** Told when a tool ends the call. */
  readonly onHangUp: () => void;
}

/**
 * Has the model answer what was heard. It runs on its own: neither the model nor its tools wait for a sentence to be
 * spoken, and what the model says before it uses a tool is spoken while the tool runs.
 *
 * There is always something to be said in the end: a model that says nothing after its tools has their result told, one
 * that hangs up without a word says goodbye, and one that is silent altogether leaves an error phrase.
 */
export function composeReply(heard: string, call: Conversation, needs: CompositionNeeds): Composition {
  const { scope, onActing, onHangUp } = needs;
  const sentences = new Mailbox<string>(MOST_SENTENCES, "drop-newest");
  const all: string[] = [];
  const cutter = createSentenceCutter();
  let written = "";
  let hungUp = false;
  let toldByTool = "";

  const reply = generateReply({
    model: call.model,
    toolbox: announced(call.toolbox, () => {
      say(cutter.end());
      onActing();
    }),
    messages: [...call.transcript.messages, { role: "user", content: heard }],
    circumstances: {
      caller: call.line.caller.number || undefined,
      now: DateTime.now().setZone(call.timeZone),
      hangUp: () => {
        hungUp = true;
        onHangUp();
      },
      say: (sentence) => say([sentence]),
      tasks: call.tasks,
      memories: call.toolMemories,
      log: call.log,
    },
    maxRounds: call.toolRounds,
    signal: scope.signal,
  });
  const done = scope.run(compose());
  done.catch(() => {}); // It may fail before anybody has come to wait for it.
  return {
    sentences,
    all,
    done,
    get messages() {
      return reply.messages;
    },
  };

  async function compose(): Promise<void> {
    try {
      for await (const part of reply) {
        if (part.kind === "tool") noteTool(part);
        else {
          written += part.text;
          say(cutter.push(part.text));
        }
      }
      say(cutter.end());
      call.log.said("llm_response", "The model replied", {}, { text: written });
      say(missing());
    } finally {
      sentences.close();
    }
  }

  function say(texts: readonly string[]): void {
    for (const text of texts.map(speakable).filter(Boolean)) {
      all.push(text);
      sentences.put(text);
    }
  }

  function noteTool({ call: request, result, ms }: ReplyPart & { kind: "tool" }): void {
    toldByTool = result.message;
    call.transcript.toolRan(request.name, result);
    call.metrics.toolCalled(request.name, result.status);
    call.log.info("tool_call", `${request.name} ran`, {
      tool: request.name,
      status: result.status,
      ms: Math.round(ms),
    });
  }

  /** What the model should have said and did not. */
  function missing(): readonly string[] {
    const spokenLast = reply.messages.findLast(({ role }) => role === "assistant")?.content ?? "";
    if (hungUp) return speakable(spokenLast) ? [] : [call.phrasebook.pick("goodbyes")];
    if (reply.messages.at(-1)?.role === "tool" && speakable(toldByTool)) return [toldByTool];
    return all.length > 0 ? [] : [call.phrasebook.pick("errors")];
  }
}

/** The same tools; each use is told of before it begins. */
function announced(toolbox: Toolbox, onUse: () => void): Toolbox {
  return {
    // Those of the moment: tools may be exchanged while a reply is made.
    get tools() {
      return toolbox.tools;
    },
    get offers() {
      return toolbox.offers;
    },
    find: toolbox.find,
    check: toolbox.check,
    async execute(name, given, circumstances) {
      circumstances.signal.throwIfAborted(); // Cut short in this very moment, nothing has been done yet.
      onUse();
      return toolbox.execute(name, given, circumstances);
    },
  };
}
