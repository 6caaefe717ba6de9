import { useMay } from "../access.js";
import { ChoiceField } from "../parts/field.js";
import { Badge, Nothing, Problem, Waiting } from "../parts/notices.js";
import { Rows } from "../parts/rows.js";
import { answerOf, rest, type Schedule } from "../rest.js";
import { route, to } from "../route.js";
import { useStore } from "../store.js";
import { useAnswer } from "../use-answer.js";
import { nextRun, whatIsSaid } from "../schedule-words.js";
import { numbersOf } from "../whom-words.js";
import { Week } from "./week.js";
import { ScheduleActions } from "./schedule-actions.js";

type Kind = Schedule["kind"] | "all";

/** Scheduled calls: a week's runs, and all schedules. */
export function Schedules() {
  const { query } = useStore(route);
  const may = useMay();
  const kind = (query.get("kind") ?? "all") as Kind;
  const week = Number(query.get("week") ?? 0) || 0;
  const { value, error, again } = useAnswer(
    () => answerOf(rest.GET("/schedule", { params: { query: { kind } } })),
    [kind],
  );
  const go = (change: { readonly week?: number; readonly kind?: string }) =>
    to(["schedules"], { kind: change.kind ?? (kind === "all" ? "" : kind), week: String(change.week ?? week) });
  return (
    <>
      <header class="view-head">
        <h1>Schedules</h1>
        {may("schedule") && (
          <a class="button" href={to(["schedules", "new"])}>
            Schedule a call
          </a>
        )}
        <ChoiceField
          label="Show"
          value={kind}
          onValue={(value) => void (location.hash = go({ kind: value }))}
          options={[
            ["all", "Everything"],
            ["call", "Calls of programs"],
            ["timer", "Timers"],
            ["callback", "Callbacks"],
          ]}
        />
      </header>
      <Problem error={error} />
      {!value && !error && <Waiting />}
      {value && (
        <>
          <Week week={week} kind={kind} asOf={value} addressOf={(other) => go({ week: other })} />
          <h2>All scheduled calls</h2>
          {value.length === 0 && <Nothing title="Nothing is scheduled." />}
          {value.length > 0 && <ScheduleTable schedules={value} onChange={again} />}
        </>
      )}
    </>
  );
}

function ScheduleTable(props: { readonly schedules: readonly Schedule[]; readonly onChange: () => void }) {
  return (
    <Rows
      columns={[
        { name: "Calls" },
        { name: "Next" },
        { name: "Says" },
        { name: "State" },
        { name: "Actions", kind: "unseen" },
      ]}
    >
      {props.schedules.map((schedule) => (
        <tr key={schedule.schedule_id}>
          <td class="main">
            <a href={to(["schedules", schedule.schedule_id])}>{numbersOf(schedule) || "Number withheld"}</a>
          </td>
          <td>
            {nextRun(schedule)}
            {schedule.recurring && <span class="faint"> {schedule.recurring}</span>}
          </td>
          <td class="clip">{whatIsSaid(schedule)}</td>
          <td>
            <Badge status={schedule.status} />
          </td>
          <td>
            <ScheduleActions schedule={schedule} onChange={props.onChange} />
          </td>
        </tr>
      ))}
    </Rows>
  );
}
