/** Three digits tell apart whatever an axis from 0 on is marked with. */
const DIGITS = 3;
const THOUSANDS = ["", " K", " Mil", " Bil"];
const BINARY = [" B", " KiB", " MiB", " GiB"];
const SECONDS: readonly (readonly [from: number, unit: string])[] = [
  [3_600, " hour"],
  [60, " min"],
  [1, " s"],
  [1e-3, " ms"],
  [1e-6, " µs"],
];

/**
 * A value in words, as Grafana writes it by its units `short`, `s`, `bytes`, `cpm` and `percentunit`.
 * @throws {Error} for another unit
 */
export function valueText(value: number, unit: string, decimals?: number): string {
  const digits = (of: number) => (decimals === undefined ? `${Number(of.toPrecision(DIGITS))}` : of.toFixed(decimals));
  const scaled = (base: number, names: readonly string[]) => {
    const power = Math.min(names.length - 1, Math.floor(Math.log(Math.max(1, Math.abs(value))) / Math.log(base)));
    return `${digits(value / base ** power)}${names[power]}`;
  };
  switch (unit) {
    case "short":
      return scaled(1_000, THOUSANDS);
    case "cpm":
      return `${scaled(1_000, THOUSANDS)} c/m`;
    case "bytes":
      return scaled(1_024, BINARY);
    case "percentunit":
      return `${digits(value * 100)}%`;
    case "s": {
      const [from, name] = SECONDS.find(([least]) => Math.abs(value) >= least) ?? [1, " s"];
      return `${digits(value / from)}${name}`;
    }
    default:
      throw new Error(`nobody has said how ${unit} is written`);
  }
}

/** What {@link valueText} writes in each unit, whole. */
export const VALUE_TEXTS: Readonly<Record<string, RegExp>> = {
  short: /^[\d.]+( K| Mil| Bil)?$/,
  cpm: /^[\d.]+( K| Mil| Bil)? c\/m$/,
  bytes: /^[\d.]+ (B|KiB|MiB|GiB)$/,
  percentunit: /^[\d.]+%$/,
  s: /^[\d.]+ (hour|min|s|ms|µs)$/,
};
