import { useEffect } from "preact/hooks";
import { calledNow, reachedIn } from "../chain-words.js";
import { useMay } from "../access.js";
import { live } from "../live.js";
import { Badge, MoreButton, Nothing, Problem, Waiting } from "../parts/notices.js";
import { Rows } from "../parts/rows.js";
import { SureButton } from "../parts/sure-button.js";
import { answerOf, type Chain, rest } from "../rest.js";
import { to } from "../route.js";
import { useStore } from "../store.js";
import { useAgain, usePages, useWork } from "../use-answer.js";
import { moment } from "../words.js";

/** Events report calls at once; this is for calls of other controllers, and for pauses between calls. */
export const LOOK_AGAIN_MS = 3_000;

/** Changes whenever a live call of a chain does. @param chainId only calls of this one */
export function useChainCalls(chainId?: string): string {
  const calls = [...useStore(live).calls.values()].map(({ call }) => call);
  const wanted = calls.filter(({ chain_id: id }) => (chainId === undefined ? id !== null : id === chainId));
  return wanted.map(({ call_id, status }) => `${call_id} ${status}`).join();
}

/** Chains in progress and over: whom each calls, and who was reached. */
export function Chains() {
  const chains = usePages(listed, []);
  const { items, error, isAsked, again, isLong, isMoreAsked } = chains;
  // Asked for again, a long list would be cut to its first page while it is read.
  const isRead = isLong || isMoreAsked;
  const calls = useChainCalls();
  useEffect(() => void (isRead || again()), [calls]);
  useAgain(chains, isRead ? undefined : LOOK_AGAIN_MS);
  const may = useMay();
  return (
    <>
      <header class="view-head">
        <h1>Chains</h1>
        <button type="button" class="quiet" onClick={again}>
          Refresh
        </button>
        {may("call") && (
          <a class="button" href={to(["place"])}>
            Call several numbers
          </a>
        )}
      </header>
      <p class="hint">Calls to several numbers, or to one number again, until someone is reached.</p>
      <Problem error={error} />
      {!items && isAsked && <Waiting />}
      {items?.length === 0 && (
        <Nothing title="No chains yet.">Place a call to several numbers, or let a schedule or an alert do so.</Nothing>
      )}
      {items && items.length > 0 && <ChainTable chains={items} onChange={again} />}
      <MoreButton {...chains} />
    </>
  );
}

async function listed(cursor: string) {
  const query = cursor === "" ? {} : { cursor };
  const { chains, next_cursor: next } = await answerOf(rest.GET("/chain", { params: { query } }));
  return { items: chains, next };
}

function ChainTable(props: { readonly chains: readonly Chain[]; readonly onChange: () => void }) {
  return (
    <Rows
      columns={[
        { name: "Numbers" },
        { name: "When" },
        { name: "State" },
        { name: "Who" },
        { name: "Calls", kind: "number" },
        { name: "Actions", kind: "unseen" },
      ]}
    >
      {props.chains.map((chain) => (
        <tr key={chain.chain_id}>
          <td class="main">
            <a href={to(["chains", chain.chain_id])}>{chain.extensions.join(", ")}</a>
          </td>
          <td>
            <time dateTime={chain.created_at}>{moment(chain.created_at)}</time>
          </td>
          <td>
            <Badge status={chain.status} />
          </td>
          <td>{whoWords(chain)}</td>
          <td class="number">
            {chain.steps.length}
            <span class="narrow">{chain.steps.length === 1 ? " call" : " calls"}</span>
          </td>
          <td>
            <EndChain chain={chain} onChange={props.onChange} />
          </td>
        </tr>
      ))}
    </Rows>
  );
}

function whoWords(chain: Chain): string {
  const calls = calledNow(chain);
  return calls === undefined ? (reachedIn(chain) ?? "") : `calling ${calls}`;
}

/** Ends a chain in progress. */
export function EndChain({ chain, onChange }: { readonly chain: Chain; readonly onChange: () => void }) {
  const may = useMay();
  const { isUnderWay, error, run } = useWork();
  if (!may("call") || chain.status !== "in_progress") return null;
  const path = { params: { path: { id: chain.chain_id } } };
  const end = async () => {
    await run(() => answerOf(rest.DELETE("/chain/{id}", path)));
    onChange();
  };
  return (
    <div class="actions">
      <SureButton asks="Hang up and call no one else?" disabled={isUnderWay} onSure={() => void end()}>
        End
      </SureButton>
      <Problem error={error} />
    </div>
  );
}
