import { defineTool } from "../src/toolbox/tool.js";

export const hangup = defineTool({
  name: "HANGUP",
  description:
    "Ends the call. Use it when the caller says goodbye or asks to hang up, and say goodbye in the same answer: nothing can be said afterwards.",
  execute(_parameters, { hangUp, noCall = "There is no call to end." }) {
    if (!hangUp) return { status: "FAILED", message: noCall };
    hangUp();
    return { status: "SUCCESS", message: "Goodbye." };
  },
});
