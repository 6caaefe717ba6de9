import { useState } from "preact/hooks";
import { useMay } from "../access.js";
import { Nothing, Problem, Waiting } from "../parts/notices.js";
import { useRequestKey } from "../request-key.js";
import { answerOf, rest, type Schedule, type Schemas } from "../rest.js";
import { to } from "../route.js";
import { draftOf, EMPTY_DRAFT, newSchedule, scheduleChange } from "../schedule-draft.js";
import { useAnswer, useWork } from "../use-answer.js";
import { ScheduleForm } from "./schedule-form.js";

type Tool = Schemas["Tool"];

/** Schedules a call, or changes a scheduled one. @param id of the schedule to change; undefined for a new one */
export function EditSchedule({ id }: { readonly id?: string }) {
  const may = useMay();
  if (!may("schedule")) return <Nothing title="Your key may not schedule calls." />;
  return id === undefined ? <NewSchedule /> : <ChangeSchedule id={id} />;
}

function NewSchedule() {
  const { value: tools, error } = useTools();
  return (
    <>
      <Back />
      <header class="view-head">
        <h1>Schedule a call</h1>
      </header>
      <Problem error={error} />
      {tools ? <CreateForm tools={tools} /> : !error && <Waiting />}
    </>
  );
}

function ChangeSchedule({ id }: { readonly id: string }) {
  const path = { params: { path: { id } } };
  const { value: schedule, error } = useAnswer(() => answerOf(rest.GET("/schedule/{id}", path)), [id]);
  const { value: tools, error: toolsError } = useTools();
  return (
    <>
      <Back id={id} />
      <header class="view-head">
        <h1>Change a scheduled call</h1>
      </header>
      <Problem error={error ?? toolsError} />
      {schedule && tools && <ChangeForm schedule={schedule} tools={tools} />}
      {!schedule && !error && <Waiting />}
    </>
  );
}

function useTools() {
  return useAnswer(() => answerOf(rest.GET("/tools")), []);
}

function Back({ id }: { readonly id?: string }) {
  return (
    <p class="back">
      <a href={to(["schedules", ...(id ? [id] : [])])}>{id ? "The schedule" : "All schedules"}</a>
    </p>
  );
}

function CreateForm({ tools }: { readonly tools: readonly Tool[] }) {
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const header = useRequestKey(draft);
  const { isUnderWay, error, run } = useWork();
  const create = async () => {
    const created = await answerOf(rest.POST("/schedule", { params: { header }, body: newSchedule(draft, tools) }));
    location.hash = to(["schedules", created.schedule_id]);
  };
  const form = { draft, onDraft: setDraft, error, tools, isUnderWay, action: "Schedule" };
  return <ScheduleForm {...form} onSubmit={() => void run(create)} />;
}

function ChangeForm({ schedule, tools }: { readonly schedule: Schedule; readonly tools: readonly Tool[] }) {
  const [before] = useState(() => draftOf(schedule));
  const [draft, setDraft] = useState(before);
  const { isUnderWay, error, run } = useWork();
  const may = useMay();
  const change = async () => {
    const path = { params: { path: { id: schedule.schedule_id } } };
    const body = scheduleChange(draft, before, tools);
    if (Object.keys(body).length > 0) await answerOf(rest.PATCH("/schedule/{id}", { ...path, body }));
    location.hash = to(["schedules", schedule.schedule_id]);
  };
  const form = { draft, onDraft: setDraft, error, tools, was: before, isUnderWay, action: "Save" };
  return <ScheduleForm {...form} areWordsKept={!may("transcripts")} onSubmit={() => void run(change)} />;
}
