import { useState } from "preact/hooks";
import { useMay } from "../access.js";
import { otherEnd, whoCalled, howItEnded } from "../call-words.js";
import { CallBack } from "../parts/call-back.js";
import { ChoiceField, TextField } from "../parts/field.js";
import { Badge, MoreButton, Nothing, Problem, Waiting } from "../parts/notices.js";
import { Rows } from "../parts/rows.js";
import { answerOf, type Call, rest } from "../rest.js";
import { route, to } from "../route.js";
import { useStore } from "../store.js";
import { usePages } from "../use-answer.js";
import { duration, moment, plain } from "../words.js";

/** Complete: the compiler reports a missing one. */
const OUTCOMES: Readonly<Record<Call["status"], string>> = {
  completed: "Completed",
  no_answer: "No answer",
  busy: "Busy",
  failed: "Failed",
  cancelled: "Cancelled",
  queued: "Still queued",
  ringing: "Still ringing",
  in_progress: "In progress",
};

const FILTERS = ["number", "text", "status", "direction", "since", "until"] as const;
type Filter = Readonly<Record<(typeof FILTERS)[number], string>>;

/** Searches all calls. The filters are part of the address, so that a search can be bookmarked. */
export function Calls() {
  const { query } = useStore(route);
  const filter = Object.fromEntries(FILTERS.map((name) => [name, query.get(name) ?? ""])) as Filter;
  const asked = JSON.stringify(filter);
  const { items: calls, error, isAsked, again, ...pages } = usePages((cursor) => listed(filter, cursor), [asked]);
  return (
    <>
      <header class="view-head">
        <h1>Calls</h1>
        <button type="button" class="quiet" onClick={again}>
          Refresh
        </button>
      </header>
      <CallFilter key={asked} filter={filter} />
      <Problem error={error} />
      {!calls && isAsked && <Waiting />}
      {calls?.length === 0 && <Nothing title={pages.more ? "None of the latest calls matches." : "No calls match."} />}
      {calls && calls.length > 0 && <CallTable calls={calls} />}
      <MoreButton {...pages} />
    </>
  );
}

async function listed({ number, text, status, direction, since, until }: Filter, cursor: string) {
  const query = {
    ...(number && { number }),
    ...(text && { text }),
    ...(status && { status: status as Call["status"] }),
    ...(direction && { direction: direction as Call["direction"] }),
    ...(since && { since: startOf(since) }),
    ...(until && { until: startOf(until, 1) }),
    ...(cursor && { cursor }),
  };
  const { calls, next_cursor: next } = await answerOf(rest.GET("/call", { params: { query } }));
  return { items: calls, next };
}

/** @param date 2026-03-02, in the reader's zone @param later number of days to add */
function startOf(date: string, later = 0): string {
  const at = new Date(`${date}T00:00`);
  at.setDate(at.getDate() + later);
  return at.toISOString();
}

function CallFilter({ filter }: { readonly filter: Filter }) {
  const [wanted, setWanted] = useState(filter);
  const may = useMay();
  const set = (name: keyof Filter) => (value: string) => setWanted({ ...wanted, [name]: value });
  const submit = (event: Event) => {
    event.preventDefault();
    location.hash = to(["calls"], wanted);
  };
  return (
    <form class="filter" role="search" onSubmit={submit}>
      <TextField label="Number" inputMode="tel" value={wanted.number} onValue={set("number")} />
      {may("transcripts") && <TextField label="Words" type="search" value={wanted.text} onValue={set("text")} />}
      <ChoiceField
        label="Outcome"
        value={wanted.status}
        onValue={set("status")}
        options={[["", "Any"], ...Object.entries(OUTCOMES)]}
      />
      <ChoiceField
        label="Direction"
        value={wanted.direction}
        onValue={set("direction")}
        options={[
          ["", "Both"],
          ["inbound", "Called you"],
          ["outbound", "You called"],
        ]}
      />
      <TextField label="From" type="date" value={wanted.since} onValue={set("since")} />
      <TextField label="To" type="date" value={wanted.until} onValue={set("until")} />
      <div class="filter-do">
        <button type="submit">Search</button>
        {FILTERS.some((name) => filter[name]) && (
          <a class="button quiet" href={to(["calls"])}>
            Clear
          </a>
        )}
      </div>
    </form>
  );
}

export function CallTable({ calls }: { readonly calls: readonly Call[] }) {
  return (
    <Rows
      columns={[
        { name: "With" },
        { name: "When" },
        { name: "Outcome" },
        { name: "Answer" },
        { name: "End" },
        { name: "Length", kind: "number" },
        { name: "Actions", kind: "unseen" },
      ]}
    >
      {calls.map((call) => (
        <tr key={call.call_id}>
          <td class="main">
            <span class="direction">{whoCalled(call)}</span> <a href={to(["calls", call.call_id])}>{otherEnd(call)}</a>
          </td>
          <td>
            <time dateTime={call.created_at}>{moment(call.created_at)}</time>
          </td>
          <td>
            <Badge status={call.status} />
          </td>
          <td>{call.choice_response ?? (call.choice_status && plain(call.choice_status))}</td>
          <td>{howItEnded(call)}</td>
          <td class="number">{call.answered_at ? duration(call.duration_seconds) : "–"}</td>
          <td>
            <CallBack call={call} />
          </td>
        </tr>
      ))}
    </Rows>
  );
}
