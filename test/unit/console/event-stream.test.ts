import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { EventParser } from "../../../src/console/event-stream.js";

const STREAM =
  ': hello\n\nevent: call\ndata: {"call_id":"1"}\n\n: beat\n\nid: 7\r\nevent: words\r\ndata: {\r\ndata: }\r\n\r\ndata:bare\n\nevent: nothing\n\n';
const EVENTS = [
  { name: "call", data: '{"call_id":"1"}' },
  { name: "words", data: "{\n}" },
  { name: "message", data: "bare" },
];

test("events are read from a stream, whatever pieces it comes in", () => {
  const cuts = fc.array(fc.integer({ min: 0, max: STREAM.length }), { maxLength: 12 });
  fc.assert(
    fc.property(cuts, (at) => {
      const ends = [...at.sort((one, other) => one - other), STREAM.length];
      const parser = new EventParser();
      const events = ends.flatMap((end, index) => parser.push(STREAM.slice(ends[index - 1] ?? 0, end)));
      assert.deepEqual(events, EVENTS);
    }),
  );
});

test("an incomplete event is not reported", () => {
  const parser = new EventParser();
  assert.deepEqual(parser.push("event: call\ndata: {}\n"), []);
  assert.deepEqual(parser.push("\n"), [{ name: "call", data: "{}" }]);
});
