import { useState } from "preact/hooks";
import { TextField } from "./parts/field.js";
import { Problem } from "./parts/notices.js";
import type { RestError } from "./rest-error.js";
import { keepKey } from "./session.js";

/** Asks for the key. @param error why the previous one was rejected */
export function Login({ error, isAsked }: { readonly error: RestError | undefined; readonly isAsked: boolean }) {
  const [given, setGiven] = useState("");
  const submit = (event: Event) => {
    event.preventDefault();
    keepKey(given.trim());
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
        />
        <Problem error={error} />
        <button type="submit" class="main" disabled={isAsked}>
          Log in
        </button>
      </form>
    </main>
  );
}
