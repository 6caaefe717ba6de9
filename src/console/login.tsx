import { useState } from "preact/hooks";
import { TextField } from "./parts/field.js";
import { Problem } from "./parts/notices.js";
import type { RestError } from "./rest-error.js";
import { keepKey } from "./session.js";
import { typedKey } from "./typed-key.js";

/** Asks for the key. @param error why the previous one was rejected */
export function Login({ error, isAsked }: { readonly error: RestError | undefined; readonly isAsked: boolean }) {
  const [given, setGiven] = useState("");
  const [fault, setFault] = useState<string>();
  const submit = (event: Event) => {
    event.preventDefault();
    const key = typedKey(given);
    setFault(key === undefined ? "It has a space, or a character that no key has." : undefined);
    if (key !== undefined) keepKey(key);
  };
  return (
    <main class="gate">
      <form class="card sheet" onSubmit={submit}>
        <h1>Attendant</h1>
        <TextField
          label="Key"
          type="password"
          required
          autoComplete="off"
          spellcheck={false}
          hint="One of API_KEYS; of name:scopes:key, the last part. It is kept until this tab is closed."
          value={given}
          onValue={setGiven}
          fault={fault}
        />
        <Problem error={error} />
        <button type="submit" class="main" disabled={isAsked}>
          Log in
        </button>
      </form>
    </main>
  );
}
