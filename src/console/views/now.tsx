import { useId, useState } from "preact/hooks";
import { useMay } from "../access.js";
import { otherEnd, whoCalled } from "../call-words.js";
import { live, type LiveCall } from "../live.js";
import { countWords } from "../live-words.js";
import { LevelMeters } from "../parts/level-meter.js";
import { Badge, Nothing, Problem } from "../parts/notices.js";
import { SureButton } from "../parts/sure-button.js";
import { LiveWords } from "../parts/live-words.js";
import { answerOf, type Call, rest } from "../rest.js";
import { to } from "../route.js";
import { useStore } from "../store.js";
import { useTick, useWork } from "../use-answer.js";
import { duration } from "../words.js";

/** The live calls with their live transcripts. */
export function Now() {
  const { calls, connection } = useStore(live);
  const may = useMay();
  const all = [...calls.values()].sort((one, other) => one.call.created_at.localeCompare(other.call.created_at));
  return (
    <>
      <header class="view-head">
        <h1>Now</h1>
        <p>{countWords(connection, all.length)}</p>
      </header>
      {all.length === 0 && connection === "open" && (
        <Nothing title="No calls at the moment.">
          When a call begins, its transcript appears here.
          {may("call") && (
            <>
              {" "}
              <a href={to(["place"])}>Call someone</a>
            </>
          )}
          {may("talk") && (
            <>
              {" "}
              or <a href="/talk">talk to the assistant in this browser</a>
            </>
          )}
        </Nothing>
      )}
      <div class="live-calls">
        {all.map((each) => (
          <CallCard key={each.call.call_id} live={each} isAlone={all.length === 1} />
        ))}
      </div>
    </>
  );
}

/** @param isAlone screen readers announce the words of a single call, but not of several at once */
function CallCard({ live: { call, words, level }, isAlone }: { readonly live: LiveCall; readonly isAlone: boolean }) {
  const heading = useId();
  const now = useTick(call.answered_at && !call.ended_at ? 1_000 : undefined);
  const seconds = call.answered_at ? (now - Date.parse(call.answered_at)) / 1000 : 0;
  const may = useMay();
  return (
    <article class="card live-call" aria-labelledby={heading}>
      <header class="card-head">
        <h2 id={heading}>
          <span class="direction">{whoCalled(call)}</span> <a href={to(["calls", call.call_id])}>{otherEnd(call)}</a>
        </h2>
        <Badge status={call.status} />
        {call.answered_at && <span class="timer">{duration(seconds)}</span>}
      </header>
      {call.answered_at && !call.ended_at && <LevelMeters level={level} />}
      {may("transcripts") && (
        <LiveWords words={words} title={`Transcript of the call with ${otherEnd(call)}`} isTold={isAlone} />
      )}
      {may("call") && <Interventions call={call} />}
    </article>
  );
}

function Interventions({ call }: { readonly call: Call }) {
  const [text, setText] = useState("");
  const say = useWork();
  const hangUp = useWork();
  const path = { params: { path: { id: call.call_id } } };
  const submit = async (event: Event) => {
    event.preventDefault();
    const words = text.trim();
    if (words === "") return;
    const isSaid = await say.run(() => answerOf(rest.POST("/call/{id}/say", { ...path, body: { text: words } })));
    if (isSaid) setText("");
  };
  return (
    <footer class="interventions">
      <form class="say" onSubmit={(event) => void submit(event)}>
        <input
          aria-label={`A sentence for ${otherEnd(call)}`}
          placeholder="Have the assistant say a sentence…"
          maxLength={1000}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit" disabled={say.isUnderWay || text.trim() === ""}>
          Say
        </button>
      </form>
      <SureButton
        asks="Hang up now?"
        disabled={hangUp.isUnderWay}
        onSure={() => void hangUp.run(() => answerOf(rest.DELETE("/call/{id}", path)))}
      >
        Hang up
      </SureButton>
      <Problem error={say.error ?? hangUp.error} />
    </footer>
  );
}
