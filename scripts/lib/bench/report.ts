import type { Distribution } from "../../../test/support/index.js";
import type { Host, Machine } from "./machine.js";
import type { OnlookersPlan, Seen } from "./onlookers.js";

/** Distributions under a common heading, as lines of a table. */
export function table(rows: readonly (readonly [name: string, of: Distribution])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  const number = (value: number) => value.toFixed(1).padStart(8);
  const head = `${"ms".padEnd(width)} ${["p50", "p95", "max", "min"].map((name) => name.padStart(8)).join("")}       n`;
  const lines = rows.map(
    ([name, { p50, p95, max, min, n }]) =>
      `${name.padEnd(width)} ${[p50, p95, max, min].map(number).join("")}${String(n).padStart(8)}`,
  );
  return [head, ...lines].join("\n");
}

export function machineLine({ cores, model, node, asterisk, loadBefore }: Machine): string {
  return `${cores} × ${model}, Node ${node}, Asterisk ${asterisk}, load before ${loadBefore}`;
}

export function hostLine({ cores, model, node, load_before }: Host): string {
  return `${cores} × ${model}, Node ${node}, load before ${load_before}`;
}

export function processorLine(processors: Readonly<Record<string, number>>): string {
  const parts = Object.entries(processors).map(([name, percent]) => `${name} ${percent}`);
  return `percent of a core: ${parts.join(", ")}`;
}

export function onlookersLine({ consoles, traces }: OnlookersPlan, { events, bytes, lost, spans }: Seen): string {
  const seen = `${events} events, ${Math.round(bytes / 1000)} kB, ${lost} disconnected`;
  return `observers: ${consoles} consoles (${seen}), traces ${traces ? `on (${spans} spans)` : "off"}`;
}
