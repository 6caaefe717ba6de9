import { basename } from "node:path";
import { type ConfigSection, configValue, isTrue } from "./asterisk-config.js";
import type { FoundConfig } from "./facts.js";

/** Who is to come to ARI and the media: programs on this machine, or whoever comes today. */
export const AUDIENCES = ["here", "as-is"] as const;
export type AriAudience = (typeof AUDIENCES)[number];

/** How it is with ARI and the media where setup leaves off: kept for this machine, or why they are not to be kept. */
export type AriAccess = "kept" | "unreachable" | "restricted-already" | "shared";

/** FreePBX writes it anew each time: its own user, whose name it makes up, and those of its page for ARI users. */
const GENERATED = "ari_additional.conf";
/** Rules for these were made knowing of ARI; any others hold beside ours, for what one of them denies is denied. */
const RESTRICTED = /^\/(ari|med)/i;
/** The name of the rules that setup writes where it keeps them, and a line of those. */
export const RULES = "attendant-here";
export const KEPT_LINE = `[/ari](${RULES})`;

/** What is known besides the configuration. */
interface Known {
  /** What somebody said who was asked. */
  readonly audience: AriAudience | undefined;
  /** Whether an earlier run has kept them: users who came later came knowing that. */
  readonly wasKept: boolean;
  /** Whether FreePBX writes http.conf, on whose page the server is opened to others any day. */
  readonly isFreePbx: boolean;
}

/**
 * Decides whether ARI and the media are kept for this machine. They are unless that would shut somebody out: whoever used ARI
 * before, or has rules of their own for them.
 */
export function ariAccess(config: FoundConfig, { audience, wasKept, isFreePbx }: Known): AriAccess {
  const isOpen = isReachable(config);
  if (config.http?.sections.some(({ name }) => RESTRICTED.test(name)))
    return isOpen ? "restricted-already" : "unreachable";
  if (!isOpen) return isFreePbx ? "kept" : "unreachable";
  const isKept = audience ? audience === "here" : wasKept || usersOfOthers(config).length === 0;
  return isKept ? "kept" : "shared";
}

/** The users of ARI that are neither FreePBX's own nor out of use, as all are while ARI is off. */
export function usersOfOthers({ ari }: FoundConfig): readonly ConfigSection[] {
  if (!isTrue(configValue(ari, "general", "enabled") ?? "yes")) return [];
  const isUser = ({ name, entries }: ConfigSection) =>
    name !== "general" && (entries.findLast(({ key }) => key === "type")?.value ?? "user") === "user";
  const users = new Map((ari?.sections ?? []).filter(isUser).map((section) => [section.name, section]));
  const generated = [...users.values()].filter(({ file }) => basename(file) === GENERATED);
  // More than its own one: the rest was made on its page, and nothing tells which is which.
  return [...users.values()].filter((user) => generated.length > 1 || !generated.includes(user));
}

/** Whether Asterisk's HTTP server, with TLS or without, is to be reached from other machines. */
function isReachable({ http }: FoundConfig): boolean {
  const value = (key: string) => configValue(http, "general", key);
  const address = value("bindaddr") ?? "";
  const isOpen = (key: string, bound: string) => isTrue(value(key)) && !isLoopback(bound);
  return (
    isOpen("enabled", address) ||
    isOpen("tlsenable", value("tlsbindaddr")?.replace(/^(\[.*\]|[^:]*):\d+$/, "$1") ?? address)
  );
}

export function isLoopback(address: string): boolean {
  return /^(127\.[\d.]+|\[?::1\]?|localhost)$/.test(address);
}
