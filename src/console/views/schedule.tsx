import { Badge, Facts, Nothing, Problem, Waiting } from "../parts/notices.js";
import { answerOf, rest, type Schedule, type Schemas } from "../rest.js";
import { to } from "../route.js";
import { useAnswer } from "../use-answer.js";
import { moment } from "../words.js";
import { ScheduleActions } from "./schedule-actions.js";
import { nextRun, recurrenceWords, whatIsSaid } from "../schedule-words.js";
import { machineWords, numbersOf, reachWords } from "../whom-words.js";

/** One schedule: its next runs, with the effects of clock changes, and its past runs. */
export function SchedulePage({ id }: { readonly id: string }) {
  const path = { params: { path: { id } } };
  const { value, error, again } = useAnswer(async () => {
    const schedule = await answerOf(rest.GET("/schedule/{id}", path));
    const [preview, runs] = await Promise.all([
      answerOf(rest.GET("/schedule/{id}/preview", path)),
      answerOf(rest.GET("/schedule/{id}/runs", path)),
    ]);
    return { schedule, preview, runs };
  }, [id]);
  return (
    <>
      <p class="back">
        <a href={to(["schedules"])}>All schedules</a>
      </p>
      <Problem error={error} />
      {!value && !error && <Waiting />}
      {value && (
        <>
          <header class="view-head">
            <h1>
              <span class="direction">Call to</span> {numbersOf(value.schedule) || "a withheld number"}
            </h1>
            <Badge status={value.schedule.status} />
          </header>
          <ScheduleActions schedule={value.schedule} onChange={again} />
          <ScheduleFacts schedule={value.schedule} />
          <div class="columns">
            <Next preview={value.preview} />
            <Past runs={value.runs} />
          </div>
        </>
      )}
    </>
  );
}

function ScheduleFacts({ schedule }: { readonly schedule: Schedule }) {
  const { timezone, prefix, suffix, set_by, client, created_at, last_error } = schedule;
  return (
    <Facts
      facts={[
        { name: "Next", value: nextRun(schedule) },
        { name: "Recurs", value: recurrenceWords(schedule) },
        { name: "Time zone", value: timezone },
        { name: "Says", value: [prefix, whatIsSaid(schedule), suffix].filter(Boolean).join(" ") },
        { name: "Until", value: reachWords(schedule) },
        { name: "When a machine answers", value: machineWords(schedule) },
        { name: "Set by", value: set_by ?? client },
        { name: "Scheduled", value: moment(created_at) },
        { name: "Last run", value: last_error },
      ]}
    />
  );
}

function Next({ preview }: { readonly preview: Schemas["SchedulePreview"] }) {
  return (
    <section aria-labelledby="next">
      <h2 id="next">Next runs</h2>
      {preview.runs.length === 0 && <Nothing title="There are no further runs." />}
      <ol class="plain-list">
        {preview.runs.map(({ scheduled_for, note }) => (
          <li key={scheduled_for}>
            <time dateTime={scheduled_for}>
              {scheduled_for.slice(0, 10)} {scheduled_for.slice(11, 16)}
            </time>{" "}
            <span class="faint">{scheduled_for.slice(-6)}</span>
            {note && <p class="note">{note}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Past({ runs }: { readonly runs: readonly Schemas["PastRun"][] }) {
  return (
    <section aria-labelledby="past">
      <h2 id="past">Past runs</h2>
      {runs.length === 0 && <Nothing title="There are no past runs yet." />}
      <ol class="plain-list">
        {runs.map(({ scheduled_for, status, call_id, chain_id, error }) => (
          <li key={scheduled_for}>
            {call_id && status !== "missed" && status !== "skipped" ? (
              <a href={to(chain_id ? ["chains", chain_id] : ["calls", call_id])}>{moment(scheduled_for)}</a>
            ) : (
              moment(scheduled_for)
            )}{" "}
            <Badge status={status} />
            {error && <p class="faint">{error}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}
