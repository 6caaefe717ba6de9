import { useMay } from "../access.js";
import { Facts, Problem, Waiting } from "../parts/notices.js";
import { REMEDIES } from "../remedies.js";
import { answerOf, rest, type Schemas } from "../rest.js";
import { useAnswer, useTick, useWork } from "../use-answer.js";
import { moment, plain, uptime } from "../words.js";

type Check = Schemas["Health"]["checks"][string];

const LOOK_AGAIN_MS = 5_000;

/** How the service is, what it lacks, and what helps. */
export function HealthPage() {
  const tick = useTick(LOOK_AGAIN_MS);
  const { value: health, error, again } = useAnswer(() => answerOf(rest.GET("/health")), [tick]);
  const may = useMay();
  const test = useWork();
  const tryCall = async () => {
    await test.run(() => answerOf(rest.GET("/health", { params: { query: { deep: true } } })));
    again();
  };
  return (
    <>
      <header class="view-head">
        <h1>Health</h1>
        {may("read") && (
          <button type="button" disabled={test.isUnderWay} onClick={() => void tryCall()}>
            {test.isUnderWay ? "Asterisk carries a test call…" : "Have Asterisk carry a test call"}
          </button>
        )}
      </header>
      <Problem error={error ?? test.error} />
      {!health && !error && <Waiting />}
      {health && (
        <>
          <p class={`verdict ${health.status === "healthy" ? "good" : "bad"}`} role="status">
            {health.status === "healthy" ? "Everything that is needed is there." : "Something that is needed is away."}
          </p>
          <Facts
            facts={[
              { name: "Version", value: health.version },
              { name: "Runs for", value: uptime(health.uptime_seconds) },
              { name: "Calls now", value: String(health.active_calls) },
            ]}
          />
          <ul class="checks">
            {Object.entries(health.checks).map(([name, check]) => (
              <CheckCard key={name} name={name} check={check} />
            ))}
          </ul>
          <p class="faint">
            <code>scripts/doctor</code>, on the machine itself, looks at every link of the chain.
          </p>
        </>
      )}
    </>
  );
}

function CheckCard({ name, check: { ok, detail, since } }: { readonly name: string; readonly check: Check }) {
  const known = REMEDIES[name];
  return (
    <li class={`card check ${ok ? "good" : "bad"}`}>
      <h2>
        {known?.title ?? plain(name)} <span class="check-state">{ok ? "well" : "away"}</span>
      </h2>
      {detail && <p>{detail}</p>}
      {!ok && known && (
        <>
          <p>{known.without}</p>
          <p class="remedy">
            <strong>What helps:</strong> {known.remedy}
          </p>
        </>
      )}
      <p class="faint">since {moment(since)}</p>
    </li>
  );
}
