import { useMay } from "../access.js";
import { CheckCard } from "../parts/check-card.js";
import { Problem, Waiting } from "../parts/notices.js";
import { answerOf, rest, type Schemas } from "../rest.js";
import { to } from "../route.js";
import { useAnswer } from "../use-answer.js";
import { useHealth } from "./health.js";

/** In the order of an installation; others follow. */
const ORDER = ["asterisk", "sip", "stt", "llm", "tts", "store"];

/** For a new installation: what is missing, and what to try when nothing is. */
export function FirstSteps() {
  const { value: health, error, again } = useHealth();
  const settings = useAnswer(() => answerOf(rest.GET("/settings")), []);
  const checks = Object.entries(health?.checks ?? {}).sort(([one], [other]) => placeOf(one) - placeOf(other));
  const missing = checks.filter(([, { ok }]) => !ok).length;
  return (
    <>
      <header class="view-head">
        <h1>First steps</h1>
      </header>
      <Problem error={error ?? settings.error} />
      {!health && !error && <Waiting />}
      {health && (
        <p class={`verdict ${missing === 0 ? "good" : "bad"}`} role="status">
          {missing === 0
            ? "Everything required is available."
            : `${missing} of ${checks.length} parts do not work yet.`}
        </p>
      )}
      <section aria-labelledby="parts">
        <h2 id="parts">1. Dependencies</h2>
        <p class="faint">Settings are changed in the environment or in .env. The service reads them at startup.</p>
        <ul class="checks">
          {checks.map(([name, check]) => (
            <CheckCard key={name} name={name} check={check} onChecked={again} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="access">
        <h2 id="access">2. Access</h2>
        <Keys areSet={settings.value && (settingIn(settings.value, "API_KEYS")?.set ?? false)} />
      </section>
      <section aria-labelledby="try">
        <h2 id="try">3. Try it</h2>
        <Trials extension={settingIn(settings.value, "SIP_USER")?.value ?? undefined} />
      </section>
    </>
  );
}

function placeOf(name: string): number {
  const place = ORDER.indexOf(name);
  return place < 0 ? ORDER.length : place;
}

function settingIn(settings: readonly Schemas["ShownSetting"][] | undefined, name: string) {
  return settings?.find((setting) => setting.name === name);
}

/** @param areSet undefined until this is known */
function Keys({ areSet }: { readonly areSet: boolean | undefined }) {
  if (areSet === undefined) return null;
  if (areSet) return <p>Programs and this console need a key from API_KEYS.</p>;
  return (
    <p>
      No key is set, so only this machine has access, and all of its users may do everything. Set <code>API_KEYS</code>{" "}
      before giving access to other machines or people.
    </p>
  );
}

/** @param extension the number to dial; undefined when none is registered */
function Trials({ extension }: { readonly extension: string | undefined }) {
  const may = useMay();
  return (
    <ol class="plain-list">
      {extension && (
        <li>
          Call it: dial <strong>{extension}</strong> on a telephone of your PBX. The conversation appears in{" "}
          <a href={to(["now"])}>Now</a>.
        </li>
      )}
      {may("talk") && (
        <li>
          No telephone available? <a href="/talk">Talk to the assistant in this browser</a>.
        </li>
      )}
      {may("call") && (
        <li>
          Receive a call: <a href={to(["place"])}>place a call</a> to your own number.
        </li>
      )}
      {may("schedule") && (
        <li>
          Receive a call later: <a href={to(["schedules", "new"])}>schedule a call</a>.
        </li>
      )}
    </ol>
  );
}
