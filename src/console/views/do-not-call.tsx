import { useState } from "preact/hooks";
import { useMay } from "../access.js";
import { NumberField, TextField } from "../parts/field.js";
import { MoreButton, Nothing, Problem, Waiting } from "../parts/notices.js";
import { Rows } from "../parts/rows.js";
import { SureButton } from "../parts/sure-button.js";
import { answerOf, rest, type Schemas } from "../rest.js";
import { route, to } from "../route.js";
import { useStore } from "../store.js";
import { usePages, useWork } from "../use-answer.js";
import { moment } from "../words.js";

type Entry = Schemas["DoNotCallEntry"];

/** The numbers that are not to be called. The number that is looked for is part of the address. */
export function DoNotCall() {
  const number = useStore(route).query.get("number") ?? "";
  const { items, error, isAsked, again, ...pages } = usePages((cursor) => listed(number, cursor), [number]);
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const may = useMay();
  const shown = items?.filter((entry) => !removed.has(keyOf(entry)));
  return (
    <>
      <header class="view-head">
        <h1>Do not call</h1>
      </header>
      <p class="hint">
        Calls to these numbers are refused, also scheduled ones. A callback that the number’s owner asks for is placed.
      </p>
      {may("call") && <AddForm onAdded={again} />}
      <LookUp key={number} number={number} />
      <Problem error={error} />
      {!shown && isAsked && <Waiting />}
      {shown?.length === 0 && !pages.more && (
        <Nothing title={number ? "This number is not on the list." : "The list is empty."} />
      )}
      {shown && shown.length > 0 && (
        // The list is not asked for again: that would cut it to its first page.
        <EntryTable entries={shown} onRemoved={(entry) => setRemoved(new Set([...removed, keyOf(entry)]))} />
      )}
      <MoreButton {...pages} />
    </>
  );
}

/** A number may be added again after it was removed. */
function keyOf({ number, added_at }: Entry): string {
  return `${number} ${added_at}`;
}

async function listed(number: string, cursor: string) {
  const query = { ...(number && { number }), ...(cursor && { cursor }) };
  const { numbers, next_cursor: next } = await answerOf(rest.GET("/do-not-call", { params: { query } }));
  return { items: numbers, next };
}

function AddForm({ onAdded }: { readonly onAdded: () => void }) {
  const [number, setNumber] = useState("");
  const [reason, setReason] = useState("");
  const [added, setAdded] = useState<Entry>();
  const { isUnderWay, error, run } = useWork();
  const add = async () => {
    setAdded(undefined);
    const body = { number: number.trim(), ...(reason.trim() && { reason }) };
    const isDone = await run(async () => setAdded(await answerOf(rest.POST("/do-not-call", { body }))));
    if (!isDone) return;
    setNumber("");
    setReason("");
    onAdded();
  };
  const submit = (event: Event) => {
    event.preventDefault();
    void add();
  };
  return (
    <form class="card sheet" onSubmit={submit}>
      <div class="pair">
        <NumberField value={number} onValue={setNumber} fault={error?.of("/number")} />
        <TextField
          label="Reason"
          hint="Kept with the number."
          value={reason}
          onValue={setReason}
          fault={error?.of("/reason")}
        />
      </div>
      <Problem error={error} />
      <div class="actions">
        <button type="submit" disabled={isUnderWay}>
          Add
        </button>
        <span role="status">{added && `${added.number} is not called any more.`}</span>
      </div>
    </form>
  );
}

function LookUp({ number }: { readonly number: string }) {
  const [wanted, setWanted] = useState(number);
  const submit = (event: Event) => {
    event.preventDefault();
    location.hash = to(["do-not-call"], { number: wanted.trim() });
  };
  return (
    <form class="filter" role="search" onSubmit={submit}>
      <TextField label="Look up a number" inputMode="tel" value={wanted} onValue={setWanted} />
      <div class="filter-do">
        <button type="submit">Search</button>
        {number && (
          <a class="button quiet" href={to(["do-not-call"])}>
            Clear
          </a>
        )}
      </div>
    </form>
  );
}

function EntryTable(props: { readonly entries: readonly Entry[]; readonly onRemoved: (entry: Entry) => void }) {
  return (
    <Rows
      columns={[
        { name: "Number" },
        { name: "Added" },
        { name: "By" },
        { name: "Reason" },
        { name: "Actions", kind: "unseen" },
      ]}
    >
      {props.entries.map((entry) => (
        <tr key={keyOf(entry)}>
          <td class="main">
            <span class="whole">{entry.number}</span>
          </td>
          <td>
            <time dateTime={entry.added_at}>{moment(entry.added_at)}</time>
          </td>
          <td>
            <span class="whole">{entry.client}</span>
          </td>
          <td>
            <bdi>{entry.reason}</bdi>
          </td>
          <td>
            <Remove entry={entry} onRemoved={() => props.onRemoved(entry)} />
          </td>
        </tr>
      ))}
    </Rows>
  );
}

function Remove({ entry, onRemoved }: { readonly entry: Entry; readonly onRemoved: () => void }) {
  const may = useMay();
  const { isUnderWay, error, run } = useWork();
  if (!may("admin")) return null;
  const path = { params: { path: { number: entry.number } } };
  const remove = () =>
    run(async () => {
      await answerOf(rest.DELETE("/do-not-call/{number}", path)).catch((problem: unknown) => {
        if (!isGone(problem)) throw problem;
      });
      onRemoved();
    });
  return (
    <div class="actions">
      <SureButton asks="Allow calls to it again?" disabled={isUnderWay} onSure={() => void remove()}>
        Remove<span class="unseen"> {entry.number}</span>
      </SureButton>
      <Problem error={error} />
    </div>
  );
}

/** Someone else has removed it. */
function isGone(problem: unknown): boolean {
  return (problem as { readonly status?: number }).status === 404;
}
