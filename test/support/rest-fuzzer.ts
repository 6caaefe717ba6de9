/** A request as it goes over the wire: nothing about it need be right. */
export interface FuzzedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

type Schema = Readonly<Record<string, unknown>>;
type Random = () => number;

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly query: readonly { readonly name: string; readonly schema: Schema }[];
  readonly body: Schema | undefined;
}

/** As much of an OpenAPI document as is read here. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const LONG = 50_000;
const MANY = 4_000;
const DEEP = 200;
const STRINGS = [
  "",
  " ",
  "\u0000",
  "\u202e\u009b31m",
  "ﷺ".repeat(50),
  "💣",
  "\ud800",
  "'; DROP TABLE calls; --",
  "../../etc/passwd",
  "<script>alert(1)</script>",
  "${jndi:ldap://localhost}",
  "{{7*7}}",
  "%s%n%x",
  "PJSIP/1@default",
  "1&2",
  "9".repeat(400),
  "2026-02-30",
  "25:61",
  "Europe/Nowhere",
  "http://169.254.169.254/latest",
  "http://[::1]:1/",
  "javascript:alert(1)",
  "x".repeat(LONG),
];
const NUMBERS = [0, -0, -1, 0.5, 1e308, -1e308, Number.MAX_SAFE_INTEGER, 2 ** 31, 1e-320];
const NAMES = [
  "__proto__",
  "constructor",
  "toString",
  "callback_ulr",
  "extensio",
  "",
  "a.b",
  "$where",
  "x".repeat(300),
];

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Makes requests for every operation that a service publishes: some that fit its schemas, most with something wrong in
 * them, and some that are no requests of it at all.
 *
 * @param document what `GET /openapi.json` answers
 * @param ids that name something there, for the parameters in paths
 */
export function* fuzzedRequests(document: OpenApi, ids: readonly string[], random: Random): Generator<FuzzedRequest> {
  const operations = operationsOf(document);
  for (;;) {
    const operation = pick(operations, random);
    const path = operation.path.replace(/\{\w+\}/g, () =>
      encodeURIComponent(wellFormed(random() < 0.7 ? pick(ids, random) : pick(STRINGS, random).slice(0, 2_000))),
    );
    yield {
      method: random() < 0.95 ? operation.method : pick(["GET", "PUT", "PATCH", "DELETE", "OPTIONS"], random),
      path: `${path || "/"}${queryFor(operation, random)}`,
      headers: headersFor(random),
      body: /^(GET|HEAD)$/.test(operation.method) ? undefined : bodyFor(operation, random),
    };
  }
}

function operationsOf({ paths }: OpenApi): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => /^(get|post|put|patch|delete)$/.test(method))
      .map(([method, described]) => {
        const { parameters = [], requestBody } = described as {
          parameters?: { in: string; name: string; schema: Schema }[];
          requestBody?: { content: { "application/json": { schema: Schema } } };
        };
        return {
          method: method.toUpperCase(),
          path,
          query: parameters.filter((each) => each.in === "query"),
          body: requestBody?.content["application/json"].schema,
        };
      }),
  );
}

function queryFor({ query }: Operation, random: Random): string {
  const given = query.filter(() => random() < 0.4).map(({ name, schema }) => [name, String(valueFor(schema, random))]);
  if (random() < 0.2) given.push([pick(NAMES, random), pick(STRINGS, random).slice(0, 2_000)]);
  if (given.length === 0) return "";
  return `?${given.map(([name = "", value = ""]) => `${encodeURIComponent(wellFormed(name))}=${encodeURIComponent(wellFormed(value))}`).join("&")}`;
}

function headersFor(random: Random): Record<string, string> {
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (random() < 0.05)
    headers["content-type"] = pick(["text/plain", "application/xml", "application/json; charset=latin1"], random);
  if (random() < 0.2) headers["idempotency-key"] = pick(["same", "x".repeat(256), "a b", String(random())], random);
  if (random() < 0.1) headers["x-request-id"] = pick(["abc", "a".repeat(500), "a;b"], random);
  return headers;
}

function bodyFor({ body }: Operation, random: Random): string | undefined {
  const kind = random();
  if (kind < 0.04) return undefined;
  if (kind < 0.08) return pick(["{", "null", "[]", '"text"', "{} {}", "\ufeff{}", "NaN", "{'a':1}"], random);
  if (kind < 0.1) return "[".repeat(DEEP) + "]".repeat(DEEP);
  if (kind < 0.13) return `{${Array.from({ length: MANY }, (_, n) => `"unknown_${n}":1`).join()}}`;
  if (kind < 0.15) return `{${Array.from({ length: MANY }, () => '"message":"x"').join()}}`;
  const value = body === undefined ? {} : valueFor(body, random);
  return JSON.stringify(random() < 0.6 ? damaged(value, random) : value);
}

/** Something that a schema allows, mostly. */
function valueFor(schema: Schema, random: Random): unknown {
  const { type, properties, required, items, minimum, maximum, examples, default: usual } = schema;
  const choices = (schema.enum ?? schema.oneOf ?? schema.anyOf) as readonly unknown[] | undefined;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum && choices) return pick(choices, random);
  if (choices) return valueFor(pick(choices, random) as Schema, random);
  if (Array.isArray(examples) && random() < 0.8) return pick(examples, random);
  if (usual !== undefined && random() < 0.3) return usual;
  switch (Array.isArray(type) ? pick(type, random) : type) {
    case "object": {
      const names = Object.entries((properties ?? {}) as Record<string, Schema>);
      const kept = names.filter(([name]) => (required as string[] | undefined)?.includes(name) || random() < 0.4);
      return Object.fromEntries(kept.map(([name, each]) => [name, valueFor(each, random)]));
    }
    case "array":
      return Array.from({ length: 1 + Math.floor(random() * 4) }, () => valueFor((items ?? {}) as Schema, random));
    case "integer":
    case "number": {
      const low = typeof minimum === "number" ? minimum : 0;
      const high = typeof maximum === "number" ? maximum : low + 100;
      return Math.floor(low + random() * (high - low + 1));
    }
    case "boolean":
      return random() < 0.5;
    case "null":
      return null;
    default:
      return textFor(schema, random);
  }
}

function textFor({ format, pattern }: Schema, random: Random): string {
  if (format === "date") return "2030-01-31";
  if (format === "uri") return "http://127.0.0.1:9/hook";
  const likely = ["2001", "1009", "hello there", "08:30", "Europe/Berlin", "daily", "two plus two"];
  const fitting = typeof pattern === "string" ? likely.filter((text) => new RegExp(pattern, "u").test(text)) : likely;
  return pick(fitting.length > 0 ? fitting : likely, random);
}

/** The same with one thing wrong in it, at any depth. */
function damaged(value: unknown, random: Random): unknown {
  if (typeof value !== "object" || value === null || random() < 0.15) return wrong(random);
  if (Array.isArray(value)) {
    if (random() < 0.2) return Array.from({ length: 500 }, () => value[0] ?? null);
    const at = Math.floor(random() * value.length);
    return value.map((each, n) => (n === at ? damaged(each, random) : each));
  }
  const entries = Object.entries(value);
  const kind = random();
  if (kind < 0.2) return { ...value, [pick(NAMES, random)]: wrong(random) };
  if (kind < 0.35 || entries.length === 0) return Object.fromEntries(entries.slice(1));
  const [name, each] = pick(entries, random);
  return { ...value, [name]: damaged(each, random) };
}

function wrong(random: Random): unknown {
  const kinds = [null, true, [], {}, pick(NUMBERS, random), pick(STRINGS, random), [[[[]]]], { a: { b: {} } }];
  return pick(kinds, random);
}

function pick<T>(choices: readonly T[], random: Random): T {
  return choices[Math.floor(random() * choices.length)] as T;
}

/** Half a surrogate pair cannot be in an address. */
function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udfff]/g, "\ufffd");
}
