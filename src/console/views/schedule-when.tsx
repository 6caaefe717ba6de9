import { ChoiceField, TextField } from "../parts/field.js";
import type { ScheduleDraft } from "../schedule-draft.js";
import { monthDayWords } from "../schedule-words.js";
import type { RestError } from "../rest-error.js";

const RECURRENCES = [
  ["", "Once"],
  ["daily", "Every day"],
  ["weekdays", "Monday to Friday"],
  ["weekends", "Saturday and Sunday"],
  ["weekly", "Every week, on the weekday of the first call"],
  ["monthly", "Every month"],
] as const satisfies readonly (readonly [ScheduleDraft["recurring"], string])[];

const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const MONTH_DAYS = [
  "last",
  ...["first", "second", "third", "fourth", "last"].flatMap((each) => WEEKDAYS.map((weekday) => `${each}_${weekday}`)),
  ...Array.from({ length: 31 }, (_, index) => String(index + 1)),
];

/** What each part of the form is given. */
export interface PartProps {
  readonly draft: ScheduleDraft;
  readonly onDraft: (draft: ScheduleDraft) => void;
  readonly error: RestError | undefined;
}

interface WhenProps extends Omit<PartProps, "onDraft"> {
  readonly set: (change: Partial<ScheduleDraft>) => void;
}

/** When a call is due: after some minutes, or at a time of day, once or recurring. */
export function WhenFields({ draft, onDraft, error }: PartProps) {
  const set = (change: Partial<ScheduleDraft>) => onDraft({ ...draft, ...change });
  return (
    <fieldset>
      <legend>When</legend>
      <ChoiceField
        label="Due"
        value={draft.when}
        onValue={(when) => set({ when: when as ScheduleDraft["when"] })}
        options={[
          ["time", "At a time of day"],
          ["delay", "Some minutes from now"],
        ]}
      />
      {draft.when === "delay" ? (
        <TextField
          label="Minutes from now"
          required
          type="number"
          min={1}
          max={527_040}
          value={draft.minutes}
          onValue={(minutes) => set({ minutes })}
          fault={error?.of("/delay_seconds")}
        />
      ) : (
        <TimeFields draft={draft} set={set} error={error} />
      )}
      <ChoiceField
        label="A telephone in use"
        value={draft.whenIdle}
        onValue={(whenIdle) => set({ whenIdle: whenIdle as ScheduleDraft["whenIdle"] })}
        options={[
          ["", "is called all the same"],
          ["yes", "is waited for"],
        ]}
        fault={error?.of("/when_idle")}
      />
    </fieldset>
  );
}

function TimeFields({ draft, set, error }: WhenProps) {
  return (
    <>
      <div class="pair">
        <TextField
          label="Time"
          required
          type="time"
          value={draft.time}
          onValue={(time) => set({ time })}
          fault={error?.of("/at_time")}
        />
        <TextField
          label="First day"
          type="date"
          hint="Default: today or tomorrow."
          value={draft.date}
          onValue={(date) => set({ date })}
          fault={error?.of("/date")}
        />
      </div>
      <ChoiceField
        label="Repeats"
        value={draft.recurring}
        onValue={(recurring) => set({ recurring: recurring as ScheduleDraft["recurring"] })}
        options={RECURRENCES}
        fault={error?.of("/recurring")}
      />
      {draft.recurring !== "" && <RecurrenceFields draft={draft} set={set} error={error} />}
      <TextField
        label="Time zone"
        hint="Such as Europe/Rome. Default: the service's own (TIMEZONE)."
        autoComplete="off"
        spellcheck={false}
        value={draft.timezone}
        onValue={(timezone) => set({ timezone })}
        fault={error?.of("/timezone")}
      />
    </>
  );
}

function RecurrenceFields({ draft, set, error }: WhenProps) {
  return (
    <>
      {draft.recurring === "monthly" && (
        <ChoiceField
          label="On"
          value={draft.monthDay}
          onValue={(monthDay) => set({ monthDay })}
          options={[
            ["", "the day of the month of the first call"],
            ...MONTH_DAYS.map((each) => [each, monthDayWords(each)] as const),
          ]}
          fault={error?.of("/on_day")}
        />
      )}
      <div class="pair">
        <TextField
          label="Again every … minutes"
          type="number"
          min={5}
          max={1439}
          hint="Empty: once on each of these days."
          value={draft.everyMinutes}
          onValue={(everyMinutes) => set({ everyMinutes })}
          fault={error?.of("/every_minutes")}
        />
        {draft.everyMinutes !== "" && (
          <TextField
            label="Until the time"
            type="time"
            hint="Default: 23:59."
            value={draft.lastTime}
            onValue={(lastTime) => set({ lastTime })}
            fault={error?.of("/last_time")}
          />
        )}
      </div>
      <TextField
        label="Last day"
        type="date"
        hint="Empty: without an end."
        value={draft.untilDate}
        onValue={(untilDate) => set({ untilDate })}
        fault={error?.of("/until_date")}
      />
      <ChoiceField
        label="On closed days"
        value={draft.except}
        onValue={(except) => set({ except: except as ScheduleDraft["except"] })}
        options={[
          ["", "Call as well"],
          ["closed_days", "Do not call"],
        ]}
        fault={error?.of("/except")}
      />
      {draft.except !== "" && (
        <TextField
          label="Assistant"
          required
          hint="It calls, and its hours say which days are closed."
          autoComplete="off"
          spellcheck={false}
          value={draft.assistant}
          onValue={(assistant) => set({ assistant })}
          fault={error?.of("/assistant")}
        />
      )}
    </>
  );
}
