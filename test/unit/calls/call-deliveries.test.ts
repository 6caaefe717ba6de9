import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createCallDeliveries } from "../../../src/calls/call-deliveries.js";
import { DELIVERY, recordOf } from "../http/fake-calls.js";

/** One call with a delivery, and one without any. */
function setUp() {
  const redelivered: string[] = [];
  const deliveries = createCallDeliveries({
    calls: { find: async (callId) => (callId === "call-2" ? recordOf({ callId }) : undefined) },
    store: {
      deliveriesOf: async (callId) => (callId === DELIVERY.callId ? [DELIVERY] : []),
      findDelivery: async (deliveryId) => (deliveryId === DELIVERY.deliveryId ? DELIVERY : undefined),
    },
    queue: {
      redeliver: async (deliveryId) => {
        redelivered.push(deliveryId);
        return { ...DELIVERY, status: "pending" };
      },
    },
  });
  return { deliveries, redelivered };
}

describe("the deliveries of a call", () => {
  it("are there without a call too, none where there was no webhook, and unknown where there is neither", async () => {
    const { deliveries } = setUp();
    assert.deepEqual(await deliveries.of("call-1"), [DELIVERY]);
    assert.deepEqual(await deliveries.of("call-2"), []);
    assert.equal(await deliveries.of("call-3"), undefined);
  });

  it("are sent again by the call that they belong to, and by no other", async () => {
    const { deliveries, redelivered } = setUp();
    assert.equal(await deliveries.redeliver("call-2", "delivery-1"), undefined);
    assert.equal(await deliveries.redeliver("call-1", "delivery-2"), undefined);
    assert.deepEqual(redelivered, []);
    assert.equal((await deliveries.redeliver("call-1", "delivery-1"))?.status, "pending");
    assert.deepEqual(redelivered, ["delivery-1"]);
  });
});
