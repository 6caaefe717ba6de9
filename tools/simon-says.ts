import { localeOf } from "../src/locales/locales.js";
import { defineTool } from "../src/toolbox/tool.js";

/** A minute of speech. */
const MAX_TEXT = 1000;

export const simonSays = defineTool({
  name: "SIMON_SAYS",
  description:
    "Repeats a text. Use it when the caller asks you to repeat something after them, and answer with its result word for word.",
  parameters: {
    text: {
      type: "string",
      description: "The text to repeat, exactly as the caller said it",
      required: true,
      maxLength: MAX_TEXT,
    },
  },
  execute({ text }, { language }) {
    const given = String(text);
    // Text of signs and pictures alone would be spoken as silence.
    if (!/[\p{L}\p{N}]/u.test(given)) {
      return { status: "FAILED", message: localeOf(language).tools.simonSays.nothing };
    }
    return { status: "SUCCESS", message: withoutUnheard(given), data: { text: given } };
  },
});

/**
 * Every character stays, except those that speech servers reject and that are inaudible: control characters, and halves of
 * surrogate pairs.
 */
function withoutUnheard(text: string): string {
  return text.replace(/(?![\n\t])[\p{Cc}\p{Cs}]/gu, "");
}
