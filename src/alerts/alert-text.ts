type Texts = Readonly<Record<string, string>>;

/** Maximum number of characters of what is said about an alert, and of its name, severity and instance. */
export const MAX_TEXT = 300;
export const MAX_NAME = 100;

/** What templates of Prometheus and Grafana leave where they fail or lack a value, what Go prints of its structures, and what is no word. */
const HOLE =
  /\{\{|\}\}|[<[]no value[>\]]|<nil>|error expanding template|%![a-z(]|\bmap\[|\[ ?var=|\bNaN\b|[+-]Inf\b|\w{60}/;
/** A number with more digits than are worth hearing. */
const LONG_NUMBER = /(?<![\w.]|\w-|\d:)(?:\d+\.\d{4,}(?:e[+-]\d{1,3})?|\d+(?:\.\d+)?e[+-]\d{1,3})(?![\w-]|\.\d)/g;
const MAX_DIGITS = 4;
/** Names of the alerts by which Grafana reports that one of its rules has no data, or cannot be evaluated. */
export const NO_DATA = "DatasourceNoData";
export const RULE_ERROR = "DatasourceError";

/** Returns what is said about an alert, on one line: its first annotation without a hole, or else its name in words. */
export function alertText(labels: Texts, { summary = "", description = "", message = "" }: Texts): string {
  const { alertname, instance = "", rulename = "" } = labels;
  // The annotations of the rule tell of a condition that no one has seen: "The queue is full", when there are no data.
  if (rulename && (alertname === NO_DATA || alertname === RULE_ERROR)) return oneLine(rulename, MAX_TEXT);
  const written = [summary, description, message].map((each) => oneLine(each, MAX_TEXT)).filter(Boolean);
  const text = written.find((each) => !HOLE.test(each)) ?? (named(labels) || (written[0] ?? ""));
  return inFewDigits(withoutPort(text, instance));
}

/** A text up to that many characters, cut between words, without the punctuation at its end. */
export function oneLine(text: string, max: number): string {
  const line = text
    .slice(0, 4 * max)
    .replace(/[\p{C}\p{Z}\s]+/gu, " ")
    .trim();
  const cut = line.length > max ? line.slice(0, max).replace(/ [^ ]*$|\p{Cs}$/u, "") : line;
  return cut.replace(/[\s.,;:–—-]+$/, "");
}

/** For an alert without annotations. */
function named({ alertname = "", instance = "", ...others }: Texts): string {
  const names = [inWords(oneLine(alertname, MAX_NAME)), oneLine(instance, MAX_NAME)].filter(Boolean);
  return names.join(", ") || oneLine(Object.values(others).join(", "), MAX_TEXT);
}

/** `HighErrorRate` and `high_error_rate` as words. */
function inWords(name: string): string {
  return name.replace(/[_-]+/g, " ").replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, " ");
}

/** Prometheus names an instance by its host and the port of its exporter. */
function withoutPort(text: string, instance: string): string {
  const [, host] = /^(.+):\d{2,5}$/.exec(instance) ?? [];
  if (host === undefined) return text;
  const [first = "", ...rest] = text.split(instance);
  // Before a digit it is part of another port.
  return rest.reduce((said, part) => said + (/^\d/.test(part) ? instance : host) + part, first);
}

function inFewDigits(text: string): string {
  return text.replace(LONG_NUMBER, (digits) => String(Number(Number(digits).toPrecision(MAX_DIGITS))));
}
