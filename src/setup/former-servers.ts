import type { Facts } from "./facts.js";

/**
 * Settings that belong to a server: its key, which no other is to get, and what setup chooses with it, each with the only value
 * that it chooses where that is known.
 */
const BELONG_TO = {
  LLM_BASE_URL: [...keyOf("LLM"), ["LLM_MODEL"], ["LLM_CONTEXT_TOKENS", "4096"], ["LLM_REASONING_EFFORT", "none"]],
  SPEECH_BASE_URL: keyOf("SPEECH"),
  STT_BASE_URL: [...keyOf("STT"), ["STT_MODEL"]],
  TTS_BASE_URL: [...keyOf("TTS"), ["TTS_MODEL"], ["TTS_VOICE"]],
} as const satisfies Record<string, readonly (readonly [string, string?])[]>;

/** A setting in `.env` that belongs to a server which is replaced. */
export interface Former {
  readonly name: string;
  readonly value: string;
  /** Address of the former server. */
  readonly server: string;
}

/**
 * Returns the settings of servers for which the environment names others now. Left in `.env`, they
 * would win over the new address or be meant for another server.
 */
export function ofFormerServers({ env, given }: Pick<Facts, "env" | "given">): readonly Former[] {
  const former: Former[] = [];
  for (const address of ["LLM_BASE_URL", "SPEECH_BASE_URL", "STT_BASE_URL", "TTS_BASE_URL"] as const) {
    const common = address === "LLM_BASE_URL" ? address : "SPEECH_BASE_URL";
    const server = env[address] || env[common] || "";
    // Setup writes one of the two: beside a common address a separate one is the administrator's.
    const isSeparate = Boolean(env[address] && env[common]);
    const next = given[address] ?? (isSeparate ? undefined : given[common]);
    if (server === "" || next === undefined || isSame(server, next)) continue;
    const add = (name: string, only?: string) => {
      const value = env[name] ?? "";
      const isChosen = only === undefined ? value !== "" : value === only;
      if (isChosen && given[name] === undefined) former.push({ name, value, server });
    };
    add(address);
    for (const [name, only] of BELONG_TO[address]) add(name, only);
  }
  return former;
}

function keyOf(server: string): readonly (readonly [string])[] {
  return [[`${server}_API_KEY`], [`${server}_API_KEY_FILE`]];
}

/** Returns whether two addresses name one server: to containers this machine has another name. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((address) =>
    address.replace(/\/+$/, "").replace(/\/\/(localhost|host\.docker\.internal|\[::1\])(?=[:/]|$)/, "//127.0.0.1"),
  );
  return a === b;
}
