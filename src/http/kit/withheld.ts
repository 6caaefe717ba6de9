import type { Scope } from "../../config/api-keys.js";
import { isRecord } from "../../kernel/record.js";
import type { KeptAnswer } from "../../records/stores.js";
import type { Client } from "./client.js";

/** Fields of an answer that require an additional scope, by name, at any depth. */
export type Withheld = Readonly<
  Record<
    string,
    { readonly scope: Scope; /** The value shown to clients without that scope. */ readonly instead: unknown }
  >
>;

/** Removes what a client may not see. A value that may be seen whole is not copied. */
export function seenBy<T>(client: Pick<Client, "scopes"> | undefined, withheld: Withheld, whole: T): T {
  const lacking = lackingOf(client, withheld);
  return lacking.size === 0 ? whole : (without(lacking, whole) as T);
}

/** The same for a serialised answer. An idempotency key keeps the complete one. */
export function answerSeenBy(client: Client | undefined, withheld: Withheld, whole: KeptAnswer): KeptAnswer {
  const lacking = lackingOf(client, withheld);
  if (lacking.size === 0) return whole;
  return { ...whole, body: JSON.stringify(without(lacking, JSON.parse(whole.body))) };
}

type Lacking = ReadonlyMap<string, Withheld[string]>;

function lackingOf(client: Pick<Client, "scopes"> | undefined, withheld: Withheld): Lacking {
  return new Map(Object.entries(withheld).filter(([, { scope }]) => !client?.scopes.includes(scope)));
}

function without(lacking: Lacking, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => without(lacking, each));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const field = lacking.get(name);
      return [name, field ? field.instead : without(lacking, each)];
    }),
  );
}
