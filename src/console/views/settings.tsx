import { useState } from "preact/hooks";
import { TextField } from "../parts/field.js";
import { Nothing, Problem, Waiting } from "../parts/notices.js";
import { Rows } from "../parts/rows.js";
import { answerOf, rest, type Schemas } from "../rest.js";
import { useAnswer } from "../use-answer.js";

type Setting = Schemas["ShownSetting"];

/** The settings in effect and their sources. The values of secrets are not available. */
export function Settings() {
  const { value, error } = useAnswer(() => answerOf(rest.GET("/settings")), []);
  const [wanted, setWanted] = useState("");
  const [isSetOnly, setSetOnly] = useState(false);
  const fits = ({ name, description, set }: Setting) =>
    (!isSetOnly || set) && `${name} ${description}`.toLowerCase().includes(wanted.trim().toLowerCase());
  const found = value?.filter(fits) ?? [];
  const areas = [...new Set(found.map(({ area }) => area))];
  return (
    <>
      <header class="view-head">
        <h1>Settings</h1>
        <p>The values read at startup. Change them in the environment or in .env.</p>
      </header>
      <form class="filter" role="search" onSubmit={(event) => event.preventDefault()}>
        <TextField label="Find" type="search" value={wanted} onValue={setWanted} />
        <label class="tick">
          <input type="checkbox" checked={isSetOnly} onChange={(event) => setSetOnly(event.currentTarget.checked)} />{" "}
          Only those that are set
        </label>
      </form>
      <Problem error={error} />
      {!value && !error && <Waiting />}
      {value && found.length === 0 && <Nothing title="No settings match." />}
      {areas.map((area) => (
        <section key={area} aria-label={area}>
          <h2>{area}</h2>
          <SettingTable settings={found.filter((each) => each.area === area)} />
        </section>
      ))}
    </>
  );
}

function SettingTable({ settings }: { readonly settings: readonly Setting[] }) {
  return (
    <Rows columns={[{ name: "Name" }, { name: "Value" }, { name: "From" }]} kind="settings">
      {settings.map((setting) => (
        <tr key={setting.name} class={setting.set ? "given" : ""}>
          <td class="main">
            <code>{setting.name}</code>
            <p class="faint">{setting.description}</p>
          </td>
          <td>
            <Value setting={setting} />
          </td>
          <td>{setting.source}</td>
        </tr>
      ))}
    </Rows>
  );
}

function Value({ setting: { value, secret, set } }: { readonly setting: Setting }) {
  if (secret) return <span class="faint">{set ? "secret, set" : "secret, not set"}</span>;
  if (value === null || value === "") return <span class="faint">{set ? "empty" : "not set"}</span>;
  return <code class="value">{value}</code>;
}
