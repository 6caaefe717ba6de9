// @ts-check
import { defineTool } from "ari-attendant/tool";

export default defineTool({
  name: "MY_TOOL",

  // For the language model: what the tool does, and when to use it.
  description: "Greets someone by name. Use it when the caller asks to greet or welcome someone.",

  // Validated and converted before execute receives them. Types: string, integer, number, boolean.
  parameters: {
    name: { type: "string", description: "Whom to greet", required: true, maxLength: 100 },
    times: { type: "integer", description: "How often", default: 1, minimum: 1, maximum: 3 },
  },

  // The message is spoken, so write it as it should sound; data is for programs.
  execute({ name, times }, { now, log }) {
    const greeting = now.hour < 12 ? "Good morning" : "Hello";
    log.info("greeted someone");
    return {
      status: "SUCCESS",
      message: Array.from({ length: Number(times) }, () => `${greeting}, ${name}.`).join(" "),
      data: { name },
    };
  },
});
