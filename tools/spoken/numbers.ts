const UNITS = `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
  seventeen eighteen nineteen`.split(/\s+/);
const TENS = "zero ten twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const SCALES: readonly (readonly [number, string])[] = [
  [1_000_000, "million"],
  [1_000, "thousand"],
];

/**
 * A whole number in words, in the form that voices speak best: "minus three", "twenty one", "one hundred and five". Below a
 * billion.
 */
export function inWords(value: number): string {
  const whole = Math.round(value);
  if (!Number.isFinite(whole) || Math.abs(whole) >= 1e9) return String(value);
  if (whole < 0) return `minus ${inWords(-whole)}`;
  for (const [size, name] of SCALES) {
    if (whole >= size) return joined(`${inWords(Math.floor(whole / size))} ${name}`, whole % size);
  }
  if (whole >= 100) return joined(`${UNITS[Math.floor(whole / 100)]} hundred`, whole % 100);
  if (whole < 20) return UNITS[whole] ?? "";
  const tens = TENS[Math.floor(whole / 10)] ?? "";
  return whole % 10 === 0 ? tens : `${tens} ${UNITS[whole % 10]}`;
}

function joined(head: string, rest: number): string {
  if (rest === 0) return head;
  return `${head} ${rest < 100 ? "and " : ""}${inWords(rest)}`;
}

/** A number with one decimal, which is omitted when it is zero: "zero point three", "two". */
export function tenthsInWords(value: number): string {
  const tenths = Math.round(Math.abs(value) * 10);
  const sign = value < 0 && tenths > 0 ? "minus " : "";
  const rest = tenths % 10;
  return `${sign}${inWords(Math.floor(tenths / 10))}${rest === 0 ? "" : ` point ${inWords(rest)}`}`;
}

/** A telephone number, digit by digit, as people read it out: "one zero zero two". Letters stay as they are. */
export function spelledOut(number: string): string {
  const signs = [...number].map((sign) => SIGNS.get(sign) ?? (/\d/.test(sign) ? inWords(Number(sign)) : sign));
  return signs.join(" ").replace(/(?<=\b[A-Za-z]) (?=[A-Za-z]\b)/g, "");
}

const SIGNS = new Map([
  ["+", "plus"],
  ["*", "star"],
  ["#", "hash"],
  [".", "dot"],
  ["-", "dash"],
  ["_", "underscore"],
]);
