import { createHash } from "node:crypto";

/** An alert as Alertmanager's and Grafana's webhooks report it. */
export interface WrittenAlert {
  readonly status: "firing" | "resolved";
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  /** RFC 3339. */
  readonly startsAt?: string;
  readonly fingerprint?: string;
}

/** The same, as it is understood. */
export interface ReportedAlert {
  readonly fingerprint: string;
  readonly isFiring: boolean;
  readonly name: string;
  readonly severity: string;
  /** One line, to be spoken. */
  readonly text: string;
  readonly labels: Readonly<Record<string, string>>;
  /** ms since the epoch; null when it is not given. */
  readonly startsAt: number | null;
}

const FINGERPRINT = /^[\w.-]{1,100}$/;
const MAX_TEXT = 300;
const MAX_NAME = 100;

/** Reads an alert. Its texts come from outside: they are bounded and on one line; what cannot be spoken is removed when they are. */
export function reportedAlert({
  status,
  labels,
  annotations = {},
  startsAt,
  fingerprint = "",
}: WrittenAlert): ReportedAlert {
  const name = oneLine(labels.alertname ?? "", MAX_NAME);
  const began = Date.parse(startsAt ?? "");
  return {
    fingerprint: FINGERPRINT.test(fingerprint) ? fingerprint : fingerprintOf(labels),
    isFiring: status === "firing",
    ...{ name, labels },
    severity: oneLine(labels.severity ?? "", MAX_NAME),
    text: textOf(annotations) || named(name, labels),
    startsAt: began > 0 ? began : null,
  };
}

function textOf({ summary = "", description = "", message = "" }: Readonly<Record<string, string>>): string {
  return oneLine(summary, MAX_TEXT) || oneLine(description, MAX_TEXT) || oneLine(message, MAX_TEXT);
}

/** A text up to that many characters, cut between words, without its full stop. */
function oneLine(text: string, max: number): string {
  const line = text
    .slice(0, 4 * max)
    .replace(/[\p{C}\p{Z}\s]+/gu, " ")
    .trim();
  const cut = line.length > max ? line.slice(0, max).replace(/ [^ ]*$/, "") : line;
  return cut.replace(/[\s.]+$/, "");
}

/** For an alert without annotations. */
function named(name: string, labels: Readonly<Record<string, string>>): string {
  const instance = oneLine(labels.instance ?? "", MAX_NAME);
  return [inWords(name), instance].filter(Boolean).join(", ") || oneLine(Object.values(labels).join(", "), MAX_TEXT);
}

/** `HighErrorRate` and `high_error_rate` as words. */
function inWords(name: string): string {
  return name.replace(/[_-]+/g, " ").replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, " ");
}

/** For a sender that gives none: the labels identify an alert. */
function fingerprintOf(labels: Readonly<Record<string, string>>): string {
  const sorted = Object.entries(labels).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(sorted)).digest("hex").slice(0, 16);
}
