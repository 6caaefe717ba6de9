import { chainVerdict, stepState } from "../chain-words.js";
import { live } from "../live.js";
import { Badge, Facts, Problem, Waiting } from "../parts/notices.js";
import { Rows } from "../parts/rows.js";
import { answerOf, type Chain, rest } from "../rest.js";
import { to } from "../route.js";
import { useStore } from "../store.js";
import { useAgain, useAnswer } from "../use-answer.js";
import { moment, plain, toneOf } from "../words.js";
import { EndChain, LOOK_AGAIN_MS, useChainCalls } from "./chains.js";

/** Within this, calls that are hung up with their chain are over, in ms. */
const ENDING_MS = 60_000;

/** One chain: its calls so far, those that are about to be placed, and who was reached. */
export function ChainPage({ id }: { readonly id: string }) {
  const path = { params: { path: { id } } };
  const answer = useAnswer(() => answerOf(rest.GET("/chain/{id}", path)), [id, useChainCalls(id)]);
  const { value: chain, error, again } = answer;
  // A call that rings when its chain ends is over a little later; one that was still to come never is.
  const isOver =
    chain?.ended_at != null &&
    (chain.steps.every(({ outcome }) => outcome !== null) || Date.now() - Date.parse(chain.ended_at) > ENDING_MS);
  useAgain(answer, isOver ? undefined : LOOK_AGAIN_MS);
  return (
    <>
      <p class="back">
        <a href={to(["chains"])}>All chains</a>
      </p>
      <Problem error={error} />
      {!chain && !error && <Waiting />}
      {chain && (
        <>
          <header class="view-head">
            <h1>
              <span class="direction">Chain to</span> {chain.extensions.join(", ")}
            </h1>
            <Badge status={chain.status} />
            <EndChain chain={chain} onChange={again} />
          </header>
          <p role="status" class={`verdict ${toneOf(chain.status)}`}>
            {chainVerdict(chain)}
          </p>
          <ChainFacts chain={chain} />
          <h2>Calls</h2>
          <Steps chain={chain} />
        </>
      )}
    </>
  );
}

function ChainFacts({ chain }: { readonly chain: Chain }) {
  const { created_at, ended_at, client, schedule_id, chain_id } = chain;
  return (
    <Facts
      facts={[
        { name: "Began", value: moment(created_at) },
        { name: "Ended", value: ended_at && moment(ended_at) },
        { name: "Requested by", value: client },
        { name: "Schedule", value: schedule_id && <a href={to(["schedules", schedule_id])}>the schedule</a> },
        { name: "Id", value: <code>{chain_id}</code> },
      ]}
    />
  );
}

function Steps({ chain }: { readonly chain: Chain }) {
  const { calls } = useStore(live);
  return (
    <Rows columns={[{ name: "Number" }, { name: "Round" }, { name: "State" }, { name: "Answer" }, { name: "Why" }]}>
      {chain.steps.map((step) => {
        const state = stepState(step, chain.status, calls.get(step.call_id)?.call.status);
        return (
          <tr key={step.call_id}>
            <td class="main">
              {isCalled(state, step.outcome !== null || calls.has(step.call_id)) ? (
                <a href={to(["calls", step.call_id])}>{step.extension}</a>
              ) : (
                step.extension
              )}
            </td>
            <td>
              <span class="narrow">Round </span>
              {step.round}
            </td>
            <td>
              <Badge status={state} />
            </td>
            <td>{step.choice_response && plain(step.choice_response)}</td>
            <td>{step.outcome === "reached" ? "" : step.error}</td>
          </tr>
        );
      })}
    </Rows>
  );
}

/** Whether there is a call to be looked at: none is kept of one that was not placed. @param isKnown it has ended or is live */
function isCalled(state: string, isKnown: boolean): boolean {
  return isKnown && state !== "to_be_called" && state !== "missed";
}
