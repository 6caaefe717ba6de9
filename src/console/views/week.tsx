import { Nothing, Problem } from "../parts/notices.js";
import { answerOf, rest, type Schedule, type Schemas } from "../rest.js";
import { to } from "../route.js";
import { useAnswer } from "../use-answer.js";
import { whatIsSaid } from "../schedule-words.js";

type Run = Schemas["Upcoming"]["runs"][number];

const DAYS = 7;
const LIMIT = 500;
const weekday = new Intl.DateTimeFormat("en-GB", { weekday: "short" });
const date = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });

/**
 * The runs of seven days, from today on.
 *
 * @param week how many weeks ahead
 * @param asOf the latest list of schedules: when it changes, so do their runs
 */
export function Week(props: {
  readonly week: number;
  readonly kind: Schedule["kind"] | "all";
  readonly asOf: unknown;
  readonly addressOf: (week: number) => string;
}) {
  const { week, kind, asOf, addressOf } = props;
  const first = dayAfter(week * DAYS);
  const { value, error } = useAnswer(() => {
    const from = week === 0 ? new Date() : new Date(first);
    const query = { kind, limit: LIMIT, from: from.toISOString(), to: dayAfter((week + 1) * DAYS).toISOString() };
    return answerOf(rest.GET("/schedule/upcoming", { params: { query } }));
  }, [week, kind, asOf]);
  const days = Array.from({ length: DAYS }, (_, at) => dayName(dayAfter(week * DAYS + at)));
  return (
    <section aria-label="The week">
      <nav class="week-nav" aria-label="Weeks">
        {week > 0 && (
          <a class="button quiet" href={addressOf(week - 1)}>
            Week before
          </a>
        )}
        <h2>{week === 0 ? "The next seven days" : `From ${date.format(dayAfter(week * DAYS))}`}</h2>
        <a class="button quiet" href={addressOf(week + 1)}>
          Week after
        </a>
      </nav>
      <Problem error={error} />
      {value?.more && <p class="faint">There are more runs than are shown.</p>}
      {value?.runs.length === 0 && <Nothing title="No runs are due in these days." />}
      {value && value.runs.length > 0 && (
        <div class="week">
          {days.map((day) => (
            <Day key={day} day={day} runs={value.runs.filter(({ at }) => dayName(new Date(at)) === day)} />
          ))}
        </div>
      )}
    </section>
  );
}

/** Midnight, in the reader's zone. */
function dayAfter(days: number): Date {
  const at = new Date();
  at.setHours(0, 0, 0, 0);
  at.setDate(at.getDate() + days);
  return at;
}

/** 2026-03-02 */
function dayName(at: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

function Day({ day, runs }: { readonly day: string; readonly runs: readonly Run[] }) {
  const at = new Date(`${day}T00:00`); // Without a time it would be midnight UTC.
  return (
    <section class={runs.length === 0 ? "day empty" : "day"} aria-label={`${weekday.format(at)} ${date.format(at)}`}>
      <h3>
        {weekday.format(at)} <span class="faint">{date.format(at)}</span>
      </h3>
      <ul>
        {runs.map((run) => (
          <li
            key={`${run.schedule_id} ${run.at}`}
            class={`run${run.paused ? " paused" : ""}${run.skipped ? " skipped" : ""}`}
          >
            <a href={to(["schedules", run.schedule_id])}>
              <time dateTime={run.at}>{run.at.slice(11, 16)}</time> {run.extension || "Number withheld"}
            </a>
            <span class="run-says">{whatIsSaid(run)}</span>
            {run.skipped && <span class="run-state">skipped</span>}
            {run.paused && <span class="run-state">paused</span>}
            {run.timezone !== Intl.DateTimeFormat().resolvedOptions().timeZone && (
              <span class="faint">{run.timezone.replaceAll("_", " ")}</span>
            )}
            {run.note && <span class="note">{run.note}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
