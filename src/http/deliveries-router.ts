import type { Router } from "express";
import { AttendantError } from "../kernel/errors.js";
import { jsonAnswer } from "./answer.js";
import { mount } from "./mount.js";
import { known, whereNamed } from "./named.js";
import { listDeliveries, redeliver } from "./operations/deliveries.js";
import { perform } from "./perform.js";
import type { DeliveryControl } from "./ports.js";
import { deliveryBody } from "./representations/delivery.js";

/** `/call/{id}/deliveries`: what became of a call's webhooks, and sending them again. */
export function deliveriesRouter(deliveries: DeliveryControl): Router {
  return mount([
    [
      listDeliveries,
      perform(listDeliveries, async ({ params: { id = "" } }) =>
        jsonAnswer(known(id, await whereNamed(id, (each) => deliveries.of(each))).map(deliveryBody)),
      ),
    ],
    [
      redeliver,
      perform(redeliver, async ({ params: { id = "", deliveryId = "" } }) => {
        const again = (callId: string) => whereNamed(deliveryId, (named) => deliveries.redeliver(callId, named));
        const delivery = await whereNamed(id, again);
        if (!delivery) throw new AttendantError("not_found", `Call ${id.slice(0, 100)} has no such delivery.`);
        return jsonAnswer(deliveryBody(delivery));
      }),
    ],
  ]);
}
