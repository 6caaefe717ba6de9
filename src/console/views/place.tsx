import { useState } from "preact/hooks";
import { LongField, TextField } from "../parts/field.js";
import { Problem } from "../parts/notices.js";
import { useRequestKey } from "../request-key.js";
import { answerOf, rest, type Schemas } from "../rest.js";
import { route, to } from "../route.js";
import { useStore } from "../store.js";
import { useWork } from "../use-answer.js";
import { EMPTY_WHOM, machineIn, type WhomDraft, whomIn } from "../whom-draft.js";
import { UNTIL, untilAnswered, type UntilOptions } from "../whom-words.js";
import { Question, type QuestionDraft, questionOf } from "./question.js";
import { MachineFields, WhomFields } from "./whom-fields.js";

interface Draft {
  readonly whom: WhomDraft;
  readonly message: string;
  readonly question: QuestionDraft | undefined;
  readonly ringTimeout: string;
  readonly callbackUrl: string;
  readonly assistant: string;
}

const EMPTY: Draft = {
  ...{ whom: EMPTY_WHOM, message: "", callbackUrl: "", assistant: "" },
  question: undefined,
  ringTimeout: "30",
};

/** Places a call with a message and an optional question. The address may contain the number: `#/place?number=1001`. */
export function Place() {
  const number = useStore(route).query.get("number") ?? "";
  return <PlaceForm key={number} number={number} />;
}

function PlaceForm({ number }: { readonly number: string }) {
  const [draft, setDraft] = useState<Draft>({ ...EMPTY, whom: { ...EMPTY_WHOM, extension: number } });
  const header = useRequestKey(draft);
  const { isUnderWay, error, run } = useWork();
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change });
  const place = async () => {
    const placed = await answerOf(rest.POST("/call", { params: { header }, body: requestOf(draft) }));
    location.hash = placed.chain_id ? to(["chains", placed.chain_id]) : to(["place", placed.call_id]);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    void run(place);
  };
  return (
    <>
      <header class="view-head">
        <h1>Place a call</h1>
      </header>
      <form class="card sheet" onSubmit={submit}>
        <WhomFields
          draft={draft.whom}
          onDraft={(whom) => set({ whom })}
          error={error}
          until={untilOptions(draft.question)}
        />
        <LongField
          label="Message"
          required
          hint="Spoken to the person who answers."
          value={draft.message}
          onValue={(message) => set({ message })}
          fault={error?.of("/message")}
        />
        <Question draft={draft.question} onDraft={(question) => set({ question })} error={error} />
        <MachineFields draft={draft.whom} onDraft={(whom) => set({ whom })} error={error} />
        <details>
          <summary>More</summary>
          <TextField
            label="Ring time"
            hint="Seconds, 5 to 120."
            type="number"
            min={5}
            max={120}
            value={draft.ringTimeout}
            onValue={(ringTimeout) => set({ ringTimeout })}
            fault={error?.of("/ring_timeout")}
          />
          <TextField
            label="Post the result to"
            type="url"
            hint="A webhook address; leave it empty for none."
            value={draft.callbackUrl}
            onValue={(callbackUrl) => set({ callbackUrl })}
            fault={error?.of("/callback_url")}
          />
          <TextField
            label="Assistant"
            hint="The id of the one that calls; leave it empty for the settings alone."
            value={draft.assistant}
            onValue={(assistant) => set({ assistant })}
            fault={error?.of("/assistant")}
          />
        </details>
        <Problem error={error} />
        <button type="submit" class="main" disabled={isUnderWay}>
          Call
        </button>
      </form>
    </>
  );
}

function untilOptions(question: QuestionDraft | undefined): UntilOptions {
  return question ? untilAnswered(question.options.map(({ value }) => value)) : UNTIL;
}

function requestOf({ whom, message, ...draft }: Draft): Schemas["CallRequest"] {
  const { question, ringTimeout, callbackUrl, assistant } = draft;
  return {
    ...whomIn(untilOptions(question).some(([value]) => value === whom.until) ? whom : { ...whom, until: "" }),
    ...machineIn(whom),
    message,
    ...(ringTimeout !== "" && { ring_timeout: Number(ringTimeout) }),
    ...(callbackUrl !== "" && { callback_url: callbackUrl }),
    ...(assistant.trim() !== "" && { assistant: assistant.trim() }),
    ...(question && { choice: questionOf(question) }),
  };
}
