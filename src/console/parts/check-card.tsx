import { useState } from "preact/hooks";
import { useMay } from "../access.js";
import type { paths } from "../../../dist/rest-types.js";
import { REMEDIES } from "../remedies.js";
import { answerOf, rest, type Schemas } from "../rest.js";
import { useWork } from "../use-answer.js";
import { clockTime, moment, plain } from "../words.js";
import { Problem } from "./notices.js";

/** The names in the service's API include every check. */
type CheckName = NonNullable<NonNullable<paths["/health"]["get"]["parameters"]["query"]>["check"]>;
type Check = Schemas["Health"]["checks"][string];

/** One dependency of the service: its state, the consequences of a failure, the remedy, and a button to check it now. */
export function CheckCard(props: { readonly name: string; readonly check: Check; readonly onChecked: () => void }) {
  const { name, check, onChecked } = props;
  const { ok, detail, since } = check;
  const may = useMay();
  const known = REMEDIES[name];
  const title = known?.title ?? plain(name);
  return (
    <li class={`card check ${ok ? "good" : "bad"}`}>
      <h2>
        {title} <span class="check-state">{ok ? "well" : "away"}</span>
      </h2>
      {detail && <p>{detail}</p>}
      {!ok && known && (
        <>
          <p>{known.without}</p>
          <p class="remedy">
            <strong>What to do:</strong> {known.remedy}
          </p>
        </>
      )}
      <p class="faint">since {moment(since)}</p>
      {may("read") && <CheckNow name={name} title={title} onChecked={onChecked} />}
    </li>
  );
}

function CheckNow(props: { readonly name: string; readonly title: string; readonly onChecked: () => void }) {
  const { name, title, onChecked } = props;
  const { isUnderWay, error, run } = useWork();
  const [checkedAt, setCheckedAt] = useState<string>();
  const checkNow = async () => {
    const query = { check: name as CheckName };
    if (await run(() => answerOf(rest.GET("/health", { params: { query } })))) setCheckedAt(new Date().toISOString());
    onChecked();
  };
  return (
    <div class="actions">
      <button
        type="button"
        class="quiet"
        disabled={isUnderWay}
        aria-label={`Check: ${title}`}
        onClick={() => void checkNow()}
      >
        {isUnderWay ? "Checking…" : "Check"}
      </button>
      <span class="faint" role="status">
        {checkedAt && `Checked at ${clockTime(checkedAt)}.`}
      </span>
      <Problem error={error} />
    </div>
  );
}
