import { useMay } from "../access.js";
import { calledNow } from "../chain-words.js";
import { Badge, Nothing, Problem, Waiting } from "../parts/notices.js";
import { Rows } from "../parts/rows.js";
import { SureButton } from "../parts/sure-button.js";
import { answerOf, type Chain, rest, type Schemas } from "../rest.js";
import { to } from "../route.js";
import { useAgain, useAnswer, useWork } from "../use-answer.js";
import { moment } from "../words.js";
import { useChainCalls } from "./chains.js";

type Alert = Schemas["OpenAlert"];

const LOOK_AGAIN_MS = 5_000;

/** The open alerts of monitoring systems: what fires, who is being called about it, and who has acknowledged it. */
export function Alerts() {
  const answer = useAnswer(listed, [useChainCalls()]);
  const { value, error, isAsked, again } = answer;
  useAgain(answer, LOOK_AGAIN_MS);
  return (
    <>
      <header class="view-head">
        <h1>Alerts</h1>
        <button type="button" class="quiet" onClick={again}>
          Refresh
        </button>
      </header>
      <p class="hint">
        Reported by monitoring systems. An alert stays here until its end is reported; people are called until someone
        acknowledges it.
      </p>
      <Problem error={error} />
      {!value && isAsked && <Waiting />}
      {value?.alerts.length === 0 && <Nothing title="No alerts are open.">No one is called.</Nothing>}
      {value && value.alerts.length > 0 && <AlertTable {...value} onChange={again} />}
    </>
  );
}

/** The alerts, and the chains that are being called about them. */
async function listed() {
  const alerts = await answerOf(rest.GET("/alerts"));
  const ids = [...new Set(alerts.flatMap(({ chain_id: id }) => id ?? []))];
  const found = await Promise.all(
    // One that is not begun yet is not there.
    ids.map((id) => answerOf(rest.GET("/chain/{id}", { params: { path: { id } } })).catch(() => undefined)),
  );
  const chains = new Map(found.flatMap((chain) => (chain ? [[chain.chain_id, chain] as const] : [])));
  return { alerts, chains };
}

function AlertTable(props: {
  readonly alerts: readonly Alert[];
  readonly chains: ReadonlyMap<string, Chain>;
  readonly onChange: () => void;
}) {
  return (
    <Rows
      columns={[
        { name: "Alert" },
        { name: "Severity" },
        { name: "State" },
        { name: "Since" },
        { name: "Called" },
        { name: "Actions", kind: "unseen" },
      ]}
    >
      {props.alerts.map((alert) => (
        <tr key={alert.fingerprint}>
          <td class="main">
            <bdi>{alert.name || "Without a name"}</bdi>
            {alert.text !== alert.name && (
              <p>
                <bdi>{alert.text}</bdi>
              </p>
            )}
          </td>
          <td>
            <bdi>{alert.severity}</bdi>
          </td>
          <td>
            <Badge status={alert.status} />
          </td>
          <td>
            <time class="whole" dateTime={alert.starts_at ?? alert.reported_at}>
              {moment(alert.starts_at ?? alert.reported_at)}
            </time>
          </td>
          <td>
            <Called alert={alert} chain={props.chains.get(alert.chain_id ?? "")} />
          </td>
          <td>
            <Acknowledge alert={alert} onChange={props.onChange} />
          </td>
        </tr>
      ))}
    </Rows>
  );
}

/** Who is being called, who has acknowledged it, or how often no one has. */
function Called({ alert, chain }: { readonly alert: Alert; readonly chain: Chain | undefined }) {
  const { acknowledged_by: by, acknowledged_at: at, call_outs: times, called_at: calledAt } = alert;
  const calls = chain && calledNow(chain);
  return (
    <>
      {calls && (
        <p class="whole">
          <a href={to(["chains", chain.chain_id])}>Calling {calls}</a>
        </p>
      )}
      {at && (
        <p class="whole">
          Acknowledged {by !== null && <bdi>by {by}</bdi>} <span class="faint">{moment(at)}</span>
        </p>
      )}
      {!at && calledAt && (
        <p class="whole">
          No one has acknowledged it yet; called {times === 1 ? "once" : `${times} times`}{" "}
          <span class="faint">{moment(calledAt)}</span>
        </p>
      )}
      {!calls && !at && !calledAt && <span class="faint">not yet</span>}
    </>
  );
}

function Acknowledge({ alert, onChange }: { readonly alert: Alert; readonly onChange: () => void }) {
  const may = useMay();
  const { isUnderWay, error, run } = useWork();
  if (!may("call") || alert.status !== "firing") return null;
  const path = { params: { path: { id: alert.fingerprint } } };
  const acknowledge = async () => {
    await run(() => answerOf(rest.POST("/alerts/{id}/acknowledge", path)));
    onChange();
  };
  return (
    <div class="actions">
      <SureButton asks="Call no one about it?" disabled={isUnderWay} onSure={() => void acknowledge()}>
        Acknowledge
      </SureButton>
      <Problem error={error} />
    </div>
  );
}
