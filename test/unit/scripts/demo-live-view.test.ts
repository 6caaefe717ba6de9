import assert from "node:assert/strict";
import { test } from "node:test";
import { createLiveView } from "../../../scripts/lib/demo/live-view.js";

test("the demo shows the goodbye that a tool has spoken where the model wrote nothing", () => {
  const told: string[] = [];
  const show = createLiveView({ tell: (text) => void told.push(text.trim()), signal: AbortSignal.timeout(60_000) });
  const log = (event: string, data: object) =>
    show({ ts: "", level: "info", event, msg: "", data: { call_id: "call-1", ...data } });
  log("llm_response", { text: "It is noon." });
  log("tts_spoken", { text: "It is noon." });
  log("tool_call", { tool: "HANGUP", status: "SUCCESS" });
  log("llm_response", { text: "" });
  log("tts_spoken", { text: "Goodbye." });
  assert.deepEqual(told, ["assistant  It is noon.", "tool       HANGUP → SUCCESS", "assistant  Goodbye."]);
});
