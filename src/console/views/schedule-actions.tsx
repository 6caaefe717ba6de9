import { useMay } from "../access.js";
import { Problem } from "../parts/notices.js";
import { SureButton } from "../parts/sure-button.js";
import { useRequestKey } from "../request-key.js";
import { answerOf, rest, type Schedule } from "../rest.js";
import { to } from "../route.js";
import { useWork } from "../use-answer.js";

/** Actions on a schedule: change it, skip the next run, pause it, run it now. */
export function ScheduleActions(props: { readonly schedule: Schedule; readonly onChange: () => void }) {
  const { schedule, onChange } = props;
  const may = useMay();
  const { isUnderWay, error, run } = useWork();
  const header = useRequestKey(schedule.schedule_id);
  if (!may("schedule") || schedule.scheduled_for === null) return null;
  const path = { params: { path: { id: schedule.schedule_id } } };
  const act = (work: () => Promise<unknown>) => async () => {
    await run(work);
    onChange();
  };
  const skip = act(() => answerOf(rest.POST("/schedule/{id}/skip", path)));
  const pause = act(() => answerOf(rest.POST("/schedule/{id}/pause", path)));
  const resume = act(() => answerOf(rest.POST("/schedule/{id}/resume", path)));
  const cancel = act(async () => {
    await answerOf(rest.DELETE("/schedule/{id}", path));
    location.hash = to(["schedules"]);
  });
  const callNow = act(async () => {
    const once = { params: { ...path.params, header } };
    const { call_id, chain_id } = await answerOf(rest.POST("/schedule/{id}/run", once));
    location.hash = chain_id ? to(["chains", chain_id]) : to(["place", call_id]);
  });
  return (
    <div class="actions">
      {schedule.kind === "call" && (
        <a class="button quiet" href={to(["schedules", schedule.schedule_id, "change"])}>
          Change
        </a>
      )}
      {schedule.recurring && (
        <button type="button" class="quiet" disabled={isUnderWay} onClick={() => void skip()}>
          Skip next
        </button>
      )}
      {schedule.status === "paused" ? (
        <button type="button" class="quiet" disabled={isUnderWay} onClick={() => void resume()}>
          Resume
        </button>
      ) : (
        <button type="button" class="quiet" disabled={isUnderWay} onClick={() => void pause()}>
          Pause
        </button>
      )}
      <SureButton asks="Call now?" disabled={isUnderWay} onSure={() => void callNow()}>
        Run now
      </SureButton>
      <SureButton asks="Cancel it for good?" disabled={isUnderWay} onSure={() => void cancel()}>
        Cancel
      </SureButton>
      <Problem error={error} />
    </div>
  );
}
