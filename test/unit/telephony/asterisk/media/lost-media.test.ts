import assert from "node:assert/strict";
import { test } from "node:test";
import type { AriConnection } from "../../../../../src/telephony/asterisk/ari/ari-connection.js";
import { withoutReturn } from "../../../../../src/telephony/asterisk/media/lost-media.js";

test("who stays is armed again on the channel that was disarmed, also when the media have ended meanwhile", async () => {
  const set: unknown[] = [];
  const invoke = async (_resource: string, _operation: string, parameters: { channelId: string; value: string }) =>
    set.push([parameters.channelId, parameters.value]);
  const ari = { invoke } as unknown as AriConnection;
  let media: string | undefined = "its-media";
  const live = { mediaOf: () => media };
  const hasLeft = await withoutReturn({ ari, live }, ["a-caller"], async () => {
    media = undefined;
    return false;
  });
  assert.equal(hasLeft, false);
  assert.deepEqual(set, [
    ["its-media", ""],
    ["its-media", "a-caller"],
  ]);
});
