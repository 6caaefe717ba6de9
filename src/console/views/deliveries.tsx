import { useMay } from "../access.js";
import { Badge, Problem } from "../parts/notices.js";
import { Rows } from "../parts/rows.js";
import { answerOf, rest, type Schemas } from "../rest.js";
import { useAgain, useAnswer, useWork } from "../use-answer.js";
import { milliseconds, moment } from "../words.js";

type Delivery = Schemas["Delivery"];

const LOOK_AGAIN_MS = 1_000;
/** With a longer time until the next attempt, the page is not updated. */
const SOON_MS = 60_000;

/** A call's webhooks and their delivery. */
export function Deliveries({ callId, endedAt }: { readonly callId: string; readonly endedAt: string | null }) {
  const path = { params: { path: { id: callId } } };
  const answer = useAnswer(() => answerOf(rest.GET("/call/{id}/deliveries", path)), [callId, endedAt]);
  const { value, error, again } = answer;
  const isSoon = value?.some(
    ({ next_attempt_at }) => next_attempt_at && Date.parse(next_attempt_at) < Date.now() + SOON_MS,
  );
  useAgain(answer, isSoon ? LOOK_AGAIN_MS : undefined);
  if (!error && !value?.length) return null;
  return (
    <section aria-labelledby="webhooks">
      <h2 id="webhooks">Webhook</h2>
      <Problem error={error} />
      {value?.map((each) => (
        <DeliveryCard key={each.delivery_id} delivery={each} onSent={again} />
      ))}
    </section>
  );
}

function DeliveryCard({ delivery, onSent }: { readonly delivery: Delivery; readonly onSent: () => void }) {
  const { call_id, delivery_id, url, status, next_attempt_at, attempts } = delivery;
  const may = useMay();
  const sending = useWork();
  const send = async () => {
    const path = { params: { path: { id: call_id, deliveryId: delivery_id } } };
    await sending.run(() => answerOf(rest.POST("/call/{id}/deliveries/{deliveryId}/redeliver", path)));
    onSent();
  };
  return (
    <article class="card delivery">
      <header class="card-head">
        <code class="url">{url}</code>
        <Badge status={status} />
        {may("call") && (
          <button type="button" disabled={sending.isUnderWay} onClick={() => void send()}>
            Send again
          </button>
        )}
      </header>
      <Problem error={sending.error} />
      {attempts.length > 0 && (
        <Rows columns={[{ name: "Attempt" }, { name: "Answer" }, { name: "Took", kind: "number" }]} kind="attempts">
          {attempts.map(({ at, http_status, error, duration_ms }) => (
            <tr key={at}>
              <td>{moment(at)}</td>
              <td>{[http_status, error].filter(Boolean).join(" · ")}</td>
              <td class="number">{milliseconds(duration_ms)}</td>
            </tr>
          ))}
        </Rows>
      )}
      {next_attempt_at && <p class="faint">Next attempt: {moment(next_attempt_at)}</p>}
    </article>
  );
}
