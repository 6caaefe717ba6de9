import { howItEnded } from "../call-words.js";
import { live } from "../live.js";
import { Problem, Waiting } from "../parts/notices.js";
import { SureButton } from "../parts/sure-button.js";
import { LiveWords } from "../parts/live-words.js";
import { answerOf, type Call, rest } from "../rest.js";
import { to } from "../route.js";
import { useStore } from "../store.js";
import { useWork } from "../use-answer.js";
import { clockTime, duration, plain, toneOf } from "../words.js";
import { useCall } from "./call.js";

/** A call placed here, from the queue to its result. */
export function Placed({ id }: { readonly id: string }) {
  const { value: call, error } = useCall(id);
  const words = useStore(live).calls.get(id)?.words ?? [];
  const hangUp = useWork();
  return (
    <>
      <header class="view-head">
        <h1>{call ? `Call to ${call.extension}` : "Call"}</h1>
      </header>
      <Problem error={error ?? hangUp.error} />
      {!call && !error && <Waiting />}
      {call && (
        <div class="card sheet">
          <Steps call={call} />
          {words.length > 0 && !call.ended_at && <LiveWords words={words} title="Live transcript" isTold />}
          <div class="actions">
            {!call.ended_at && (
              <SureButton
                asks="Hang up now?"
                disabled={hangUp.isUnderWay}
                onSure={() => void hangUp.run(() => answerOf(rest.DELETE("/call/{id}", { params: { path: { id } } })))}
              >
                Hang up
              </SureButton>
            )}
            {call.ended_at && (
              <a class="button" href={to(["place"])}>
                Place another
              </a>
            )}
            <a class="button quiet" href={to(["calls", id])}>
              All details
            </a>
          </div>
        </div>
      )}
    </>
  );
}

function Steps({ call }: { readonly call: Call }) {
  const steps = [
    { name: "Requested", at: call.created_at },
    { name: "Rings", at: call.ringing_at },
    { name: "Answered", at: call.answered_at },
    { name: "Over", at: call.ended_at },
  ];
  const reached = steps.findLastIndex(({ at }) => at !== null);
  return (
    <>
      <ol class="steps">
        {steps.map(({ name, at }, step) => (
          <li key={name} class={at ? "done" : "open"} {...(step === reached && { "aria-current": "step" })}>
            <span>{name}</span>
            {at && <time dateTime={at}>{clockTime(at)}</time>}
          </li>
        ))}
      </ol>
      <div role="status">
        {call.ended_at && (
          <p class={`verdict ${toneOf(call.status)}`}>
            <strong>{plain(call.status)}</strong>
            {call.choice_status && <> · {call.choice_response ?? plain(call.choice_status)}</>}
            {call.answered_at && <> · {duration(call.duration_seconds)}</>}
            {call.ended_by && <> · {howItEnded(call)}</>}
            {call.error && <> · {call.error}</>}
          </p>
        )}
        {!call.ended_at && <p class="verdict active">{plain(call.status)}…</p>}
      </div>
    </>
  );
}
