import type { Scope } from "../../config/api-keys.js";
import { isRecord } from "../../kernel/record.js";
import type { KeptAnswer } from "../../records/stores.js";
import type { Client } from "./client.js";

/** Fields of an answer that take one more scope to be seen, by name, wherever in it they stand. */
export type Withheld = Readonly<
  Record<string, { readonly scope: Scope; /** What stands there for whoever lacks it. */ readonly instead: unknown }>
>;

/** What a client may see of something. Nothing is made anew of what they may see whole. */
export function seenBy<T>(client: Pick<Client, "scopes"> | undefined, withheld: Withheld, whole: T): T {
  const lacking = lackingOf(client, withheld);
  return lacking.size === 0 ? whole : (without(lacking, whole) as T);
}

/** The same of an answer as it is sent. An idempotency key keeps the whole one. */
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
