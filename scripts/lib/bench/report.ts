import type { Distribution } from "../../../test/support/index.js";
import type { Host, Machine } from "./machine.js";
import { OTHERS } from "./processor-use.js";
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

/** Share of a core, in percent, from which other programs decide the figures. */
const BUSY_PERCENT = 25;

/**
 * Returns the processor use, and on a busy machine that its figures are void: callers of a benchmark speak at fixed times, so a
 * reply that comes a second late is talked over, and counts as unanswered.
 */
export function usageLines(processors: Readonly<Record<string, number>>): string {
  const others = processors[OTHERS] ?? 0;
  const line = processorLine(processors);
  if (others < BUSY_PERCENT) return line;
  return `${line}\nVOID: other programs used ${others} % of a core. Delays and unanswered turns are theirs; measure on a machine that does nothing else.`;
}

export function processorLine(processors: Readonly<Record<string, number>>): string {
  const parts = Object.entries(processors).map(([name, percent]) => `${name} ${percent}`);
  return `percent of a core: ${parts.join(", ")}`;
}

export function onlookersLine({ consoles, traces }: OnlookersPlan, { events, bytes, lost, spans }: Seen): string {
  const seen = `${events} events, ${Math.round(bytes / 1000)} kB, ${lost} disconnected`;
  return `observers: ${consoles} consoles (${seen}), traces ${traces ? `on (${spans} spans)` : "off"}`;
}
