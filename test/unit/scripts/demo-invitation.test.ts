import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { invitation } from "../../../scripts/lib/demo/invitation.js";
import { choiceFaults } from "../../../src/http/calls/choice.js";
import { callRequest } from "../../../src/http/calls/place-call.js";
import { createValidator } from "../../../src/validation/validator.js";
import { CALLEES } from "../../support/bed/callees.js";

describe("what the demonstration invites to", () => {
  const text = invitation({ sipPort: 5060, passwords: new Map([["2001", "a password"]]) }, "http://127.0.0.1:8080");

  it("is a call that the interface takes as it stands, with a question, to the one who says yes", () => {
    const [, url, body = ""] = /^curl (\S+) --json '([^']*)'$/m.exec(text) ?? [];
    assert.equal(url, "http://127.0.0.1:8080/call");
    const request = JSON.parse(body) as { extension: string; choice: unknown };
    assert.ok("value" in createValidator(callRequest)(request));
    assert.deepEqual(choiceFaults(request.choice, "/choice"), []);
    assert.equal(request.extension, CALLEES.saysYes.number);
  });

  it("names everybody who can be called, and the softphone with its password", () => {
    for (const number of [1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 2001]) {
      assert.match(text, new RegExp(`^ {3}${number} {7}\\w`, "m"));
    }
    assert.match(text, /password +a password$/m);
    assert.match(text, /codec +G\.722;.*G\.711/);
  });
});
