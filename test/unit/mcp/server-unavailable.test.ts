import assert from "node:assert/strict";
import { test } from "node:test";
import { isConnectionError, ServerUnavailable, unavailableReason } from "../../../src/mcp/server-unavailable.js";

test("a server that is silent until a time-out is told as one that does not answer", () => {
  const timeOut = new DOMException("The operation was aborted due to timeout", "TimeoutError");
  assert.deepEqual([unavailableReason(timeOut), isConnectionError(timeOut)], ["it does not answer", true]);
});

test("a reason contains no words of the server", () => {
  assert.equal(unavailableReason(new ServerUnavailable("it ended (exit code 1)")), "it ended (exit code 1)");
  assert.equal(unavailableReason(new Error("<b>secret</b>")), "it violates the protocol");
});
