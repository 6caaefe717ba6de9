import { useMay } from "../access.js";
import { otherEnd, whoCalled, howItEnded } from "../call-words.js";
import { live } from "../live.js";
import { CallBack } from "../parts/call-back.js";
import { Badge, Facts, Nothing, Problem, Waiting } from "../parts/notices.js";
import { Transcript } from "../parts/transcript.js";
import { answerOf, type Call, rest } from "../rest.js";
import { to } from "../route.js";
import { useStore } from "../store.js";
import { type Answer, useAgain, useAnswer } from "../use-answer.js";
import { duration, moment, plain } from "../words.js";
import { Deliveries } from "./deliveries.js";

/** Events report changes at once; this is for calls of other controllers, and for lost connections. */
const LOOK_AGAIN_MS = 3_000;

/** The current state of a call, updated until it ends. */
export function useCall(id: string): Answer<Call> {
  const told = useStore(live).calls.get(id)?.call;
  const call = useAnswer(() => answerOf(rest.GET("/call/{id}", { params: { path: { id } } })), [id, told?.status]);
  useAgain(call, call.value?.ended_at == null ? LOOK_AGAIN_MS : undefined);
  return call;
}

/** One call: its result, its transcript and its webhooks. */
export function CallPage({ id }: { readonly id: string }) {
  const { value: call, error } = useCall(id);
  const may = useMay();
  return (
    <>
      <p class="back">
        <a href={to(["calls"])}>All calls</a>
      </p>
      <Problem error={error} />
      {!call && !error && <Waiting />}
      {call && (
        <>
          <header class="view-head">
            <h1>
              <span class="direction">{whoCalled(call)}</span> {otherEnd(call)}
            </h1>
            <Badge status={call.status} />
            <CallBack call={call} />
          </header>
          <CallFacts call={call} />
          {may("transcripts") && <Words call={call} />}
          <Deliveries callId={call.call_id} endedAt={call.ended_at} />
        </>
      )}
    </>
  );
}

function CallFacts({ call }: { readonly call: Call }) {
  const answer = call.choice_status && (
    <>
      {call.choice_response ?? plain(call.choice_status)}
      {call.choice_raw_text && <span class="faint"> (understood: {call.choice_raw_text})</span>}
    </>
  );
  return (
    <Facts
      facts={[
        { name: "Began", value: moment(call.created_at) },
        { name: "Length", value: call.answered_at && duration(call.duration_seconds) },
        { name: "End", value: howItEnded(call) },
        { name: "Number called", value: call.direction === "inbound" ? call.extension : undefined },
        { name: "Assistant", value: call.assistant },
        { name: "Answered by", value: call.answered_by && plain(call.answered_by) },
        { name: "Message", value: call.direction === "outbound" && call.ended_at ? played(call) : undefined },
        { name: "Answer", value: answer },
        { name: "Tool", value: call.tool },
        { name: "Requested by", value: call.client },
        {
          name: "Schedule",
          value: call.schedule_id && <a href={to(["schedules", call.schedule_id])}>the schedule</a>,
        },
        { name: "Chain", value: call.chain_id && <a href={to(["chains", call.chain_id])}>the other calls</a> },
        { name: "Why", value: call.error },
        { name: "Id", value: <code>{call.call_id}</code> },
      ]}
    />
  );
}

function played({ message_played }: Call): string {
  return message_played ? "heard to its end" : "not heard to its end";
}

function Words({ call }: { readonly call: Call }) {
  const path = { params: { path: { id: call.call_id } } };
  const said = useStore(live).calls.get(call.call_id)?.words;
  const { value, error } = useAnswer(
    () => answerOf(rest.GET("/call/{id}/transcript", path)),
    [call.call_id, call.status, said],
  );
  return (
    <section aria-labelledby="said">
      <h2 id="said">Transcript</h2>
      <Problem error={error} />
      {value && value.entries.length === 0 && <Nothing title="No transcript was kept of this call." />}
      {value && <Transcript entries={value.entries} />}
    </section>
  );
}
