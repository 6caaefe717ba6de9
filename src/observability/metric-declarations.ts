import { Counter, Gauge, Histogram, type Registry } from "prom-client";

/** Where the metrics of one service are registered, and what their names begin with. */
export interface Registration {
  readonly registry: Registry;
  /** Without the underscore. */
  readonly prefix: string;
}

/** A metric to be registered. Registering it returns the function that records it. */
export type Declaration<Recording> = (registration: Registration) => Recording;

/** A label of a counter: its name, and its values where they are known beforehand. */
export interface Label<Value extends string> {
  readonly name: string;
  readonly values?: readonly Value[] | undefined;
}

/** Values that come from outside, such as tool names, are counted as `other` beyond this number of them. */
const MAX_NAMES = 100;

/** Declares a label whose values are counted from the start, at 0. */
export function label<Value extends string>(name: string, values: readonly Value[]): Label<Value> {
  return { name, values };
}

/** Declares a label whose values are not known beforehand. */
export function openLabel(name: string): Label<string> {
  return { name };
}

/** Declares a counter. It is called with the values of its labels, in their order, and counts one event unless a count follows. */
export function counter<Values extends readonly string[]>(
  name: string,
  help: string,
  ...labels: { readonly [I in keyof Values]: Label<Values[I]> }
): Declaration<(...event: readonly [...Values, count?: number]) => void> {
  return (registration) => {
    const labelNames = labels.map((each) => each.name);
    const made = new Counter({ ...named(registration, name, help), labelNames });
    const bounds = labels.map(({ values }) => (values === undefined ? boundedNames() : String));
    const add = (count: number, values: readonly unknown[]) =>
      made.inc(Object.fromEntries(labelNames.map((key, i) => [key, bounds[i]?.(String(values[i])) ?? ""])), count);
    if (labels.length > 0) for (const values of known(labels)) add(0, values);
    return (...event) => add(finite(Number(event[labels.length] ?? 1)), event);
  };
}

/** Declares a histogram of durations, in seconds. */
export function durations(name: string, help: string, buckets: number[]): Declaration<(seconds: number) => void> {
  return (registration) => {
    const made = new Histogram({ ...named(registration, name, help), buckets });
    return (seconds) => made.observe(finite(seconds));
  };
}

/** Declares a gauge that is set. `true` is 1, `false` is 0. */
export function gauge(name: string, help: string): Declaration<(value: number | boolean) => void> {
  return (registration) => {
    const made = new Gauge(named(registration, name, help));
    return (value) => made.set(finite(Number(value)));
  };
}

/** Declares a gauge whose value is read at each scrape, by the function that is given once. */
export function readGauge(name: string, help: string): Declaration<(read: () => number) => void> {
  return (registration) => {
    let read = () => 0;
    new Gauge({
      ...named(registration, name, help),
      collect() {
        this.set(finite(read()));
      },
    });
    return (given) => (read = given);
  };
}

type Checks = Readonly<Record<string, { readonly ok: boolean }>>;

/** Declares a gauge with one series per check, read at each scrape: 1 when it is good. */
export function readGauges(name: string, help: string, labelName: string): Declaration<(read: () => Checks) => void> {
  return (registration) => {
    let read = (): Checks => ({});
    new Gauge({
      ...named(registration, name, help),
      labelNames: [labelName],
      collect() {
        for (const [key, { ok }] of Object.entries(read())) this.set({ [labelName]: key }, Number(ok));
      },
    });
    return (given) => (read = given);
  };
}

function named({ registry, prefix }: Registration, name: string, help: string) {
  return { name: `${prefix}_${name}`, help, registers: [registry] };
}

/** All combinations of the labels' values; none when the values of one of them are not known. */
function known(labels: readonly Label<string>[]): readonly (readonly string[])[] {
  return labels.reduce<readonly (readonly string[])[]>(
    (rows, { values = [] }) => rows.flatMap((row) => values.map((value) => [...row, value])),
    [[]],
  );
}

function boundedNames(): (name: string) => string {
  const names = new Set<string>();
  return (name) => {
    if (!names.has(name) && names.size >= MAX_NAMES) return "other";
    names.add(name);
    return name;
  };
}

/** prom-client throws for what is not a number, and counts back for a negative one. */
function finite(value: number): number {
  return Number.isFinite(value) && value > 0 ? value : 0;
}
