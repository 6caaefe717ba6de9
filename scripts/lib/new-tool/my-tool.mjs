// @ts-check
import { defineTool } from "ari-attendant/tool";

export default defineTool({
  name: "MY_TOOL",

  // Read by the language model: what the tool does, and when to use it.
  description: "Greets somebody by name. Use it when the caller asks to greet or welcome somebody.",

  // Checked and converted before execute sees them. Types: string, integer, number, boolean.
  parameters: {
    name: { type: "string", description: "Whom to greet", required: true, maxLength: 100 },
    times: { type: "integer", description: "How often", default: 1, minimum: 1, maximum: 3 },
  },

  // The message is spoken, so write it as one says it; data is for programs.
  execute({ name, times }, { now, log }) {
    const greeting = now.hour < 12 ? "Good morning" : "Hello";
    log.info("somebody was greeted");
    return {
      status: "SUCCESS",
      message: Array.from({ length: Number(times) }, () => `${greeting}, ${name}.`).join(" "),
      data: { name },
    };
  },
});
