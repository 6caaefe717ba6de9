import { CheckCard } from "../parts/check-card.js";
import { Facts, Problem, Waiting } from "../parts/notices.js";
import { answerOf, rest } from "../rest.js";
import { useAgain, useAnswer } from "../use-answer.js";
import { uptime } from "../words.js";

const LOOK_AGAIN_MS = 5_000;

/** The health of the service, as of a moment ago. */
export function useHealth() {
  const health = useAnswer(() => answerOf(rest.GET("/health")), []);
  useAgain(health, LOOK_AGAIN_MS);
  return health;
}

/** The health of the service: what fails, and what to do. */
export function HealthPage() {
  const { value: health, error, again } = useHealth();
  return (
    <>
      <header class="view-head">
        <h1>Health</h1>
      </header>
      <Problem error={error} />
      {!health && !error && <Waiting />}
      {health && (
        <>
          <p class={`verdict ${health.status === "healthy" ? "good" : "bad"}`} role="status">
            {health.status === "healthy" ? "Everything required is available." : "A required part is unavailable."}
          </p>
          <Facts
            facts={[
              { name: "Version", value: health.version },
              { name: "Uptime", value: uptime(health.uptime_seconds) },
              { name: "Calls now", value: String(health.active_calls) },
            ]}
          />
          <ul class="checks">
            {Object.entries(health.checks).map(([name, check]) => (
              <CheckCard key={name} name={name} check={check} onChecked={again} />
            ))}
          </ul>
          <p class="faint">
            <code>scripts/doctor</code>, run on the machine itself, checks every part in detail.
          </p>
        </>
      )}
    </>
  );
}
