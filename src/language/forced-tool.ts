import { BackendFailure } from "../backends/openai.js";
import { askedAgain } from "./asked-again.js";
import type { LanguageModel, Message, ModelOutput, ToolOffer } from "./ports.js";

/** The same messages, with an order to use that tool at the end of the system prompt, where every server accepts it. */
export function insistingOn(messages: readonly Message[], tool: string): readonly Message[] {
  const order = `Use the tool ${tool} now, before you say anything: the answer has to come from it and not from what you know.`;
  return withSystemLine(messages, order);
}

/** The same messages with a line added to the system prompt. The templates of many models have no other place for it. */
export function withSystemLine(messages: readonly Message[], line: string | undefined): readonly Message[] {
  if (line === undefined) return messages;
  const [first, ...others] = messages;
  if (first?.role !== "system") return [{ role: "system", content: line }, ...messages];
  return [{ role: "system", content: `${first.content}\n\n${line}` }, ...others];
}

/** The same offers, of which the named one must be used. */
export function forcing(offers: readonly ToolOffer[], tool: string): readonly ToolOffer[] {
  return offers.map((offer) => (offer.name === tool ? { ...offer, forced: true } : offer));
}

function unforced(offers: readonly ToolOffer[]): readonly ToolOffer[] {
  return offers.map(({ forced: _, ...offer }) => offer);
}

/** Statuses of a server that does not understand a request. */
const REFUSED = new Set([400, 404, 422, 501]);

/**
 * The same model, which orders a forced tool in words once the server has rejected a `tool_choice`: the rejected request is
 * repeated at once.
 */
export function forcingByWords(model: LanguageModel): LanguageModel {
  let refused = false;
  return {
    async *stream(messages, tools, signal, watch) {
      const forced = tools.find((tool) => tool.forced);
      if (!forced) return yield* model.stream(messages, tools, signal, watch);
      async function* inWords(tool: ToolOffer): AsyncGenerator<ModelOutput, void, void> {
        yield* model.stream(insistingOn(messages, tool.name), unforced(tools), signal, watch);
        refused = true; // Only now is it certain that the rest of the request was valid.
      }
      if (refused) return yield* inWords(forced);
      yield* askedAgain(model.stream(messages, tools, signal, watch), (error) =>
        signal.aborted || !refusesChoice(error) ? undefined : inWords(forced),
      );
    },
  };
}

function refusesChoice(error: unknown): boolean {
  if (!(error instanceof BackendFailure)) return false;
  if (error.refusal) return error.refusal === "tool_choice_unsupported";
  return error.status !== undefined && REFUSED.has(error.status);
}
