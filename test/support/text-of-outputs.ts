import type { ModelOutput } from "../../src/language/ports.js";
import type { ReplyPart } from "../../src/language/generate-reply.js";

/** The text among the outputs of a model, or the parts of a reply. */
export async function textOfOutputs(outputs: AsyncIterable<ModelOutput | ReplyPart>): Promise<string> {
  let text = "";
  for await (const output of outputs) if (output.kind === "text") text += output.text;
  return text;
}
