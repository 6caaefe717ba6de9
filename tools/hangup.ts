import { localeOf } from "../src/locales/locales.js";
import { defineTool } from "../src/toolbox/tool.js";

export const hangup = defineTool({
  name: "HANGUP",
  description:
    "Ends the call. Use it when the caller says goodbye or asks to hang up, and say goodbye in the same answer: nothing can be said afterwards.",
  execute(_parameters, { hangUp, noCall, language }) {
    const words = localeOf(language).tools.hangup;
    if (!hangUp) return { status: "FAILED", message: noCall ?? words.noCall };
    hangUp();
    return { status: "SUCCESS", message: words.goodbye };
  },
});
