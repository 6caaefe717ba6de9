import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { watchCodecs } from "../../../../../src/telephony/asterisk/media/codec-watch.js";
import { isForWantOfCodecs } from "../../../../../src/telephony/asterisk/dialling/dial-outcome.js";
import { quietLog } from "../../../../support/fakes/quiet-log.js";

function watched() {
  const told: string[] = [];
  const put = (event: string) => void told.push(event);
  const watch = watchCodecs({ log: { ...quietLog, info: put, warn: put }, onChange: () => told.push("changed") });
  return { watch, told };
}

describe("calls that find no common codec", () => {
  it("are reported once, with the remedy, until a call finds one", () => {
    const { watch, told } = watched();
    watch.refused("1001");
    watch.refused("1002");
    watch.refused("1001");
    assert.match(watch.fault ?? "", /SIP 488.* `allow` of pjsip\.conf .*ASTERISK_SRTP/);
    watch.agreed();
    assert.equal(watch.fault, undefined);
    assert.deepEqual(told, ["sip_codec_refused", "changed", "sip_codec_agreed", "changed"]);
  });

  it("are an odd telephone's while they are to one number, or others come through", () => {
    const { watch, told } = watched();
    watch.refused("1001");
    watch.refused("1001");
    watch.agreed();
    watch.refused("1002");
    watch.agreed();
    watch.refused("1001");
    assert.deepEqual([watch.fault, told], [undefined, []]);
  });

  it("are not reported while calls find one", () => {
    const { watch, told } = watched();
    watch.agreed();
    assert.deepEqual([watch.fault, told], [undefined, []]);
  });

  it("are known by their SIP status or their cause", () => {
    const ends = [
      { cause: 58, sipCode: 488 },
      { cause: 58, sipCode: undefined },
      { cause: 0, sipCode: 606 },
      { cause: 17, sipCode: 486 },
      { cause: 19, sipCode: 480 },
    ];
    assert.deepEqual(ends.map(isForWantOfCodecs), [true, true, true, false, false]);
  });
});
