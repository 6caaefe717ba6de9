import { randomBytes } from "node:crypto";

/** A password for one bed. */
export function secret(): string {
  return randomBytes(15).toString("base64url");
}

/** One with every character that configuration files, URLs or headers are known to trip over. */
export function awkwardSecret(): string {
  return `${secret()};--"\\=>@SIP_USER@%41&+#'$\{x}:é[`;
}

/** A value as Asterisk's configuration files want it. */
export function escaped(value: string): string {
  return value.replaceAll(";", "\\;");
}
