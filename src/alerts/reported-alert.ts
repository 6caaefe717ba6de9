import { createHash } from "node:crypto";
import { alertText, MAX_NAME, oneLine } from "./alert-text.js";

/** An alert as Alertmanager's and Grafana's webhooks report it. */
export interface WrittenAlert {
  readonly status: "firing" | "resolved";
  readonly labels: Readonly<Record<string, string>>;
  /** False when labels were left out, or are not those of its sender; default true. */
  readonly hasAllLabels?: boolean;
  readonly annotations?: Readonly<Record<string, string>>;
  /** RFC 3339. */
  readonly startsAt?: string;
  /** RFC 3339; of an alert that fires it is a guess. */
  readonly endsAt?: string;
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
  /** Whether a silence with these labels fits no other alert. */
  readonly mayBeSilenced: boolean;
  /** ms since the epoch; null when it is not given. */
  readonly startsAt: number | null;
  /** The same of its end; null while it fires. */
  readonly endsAt: number | null;
}

const FINGERPRINT = /^[\w.-]{1,100}$/;

/** Reads an alert. Its texts come from outside: they are bounded and on one line; what cannot be spoken is removed when they are. */
export function reportedAlert({
  status,
  labels,
  hasAllLabels = true,
  annotations = {},
  startsAt,
  endsAt,
  fingerprint = "",
}: WrittenAlert): ReportedAlert {
  const name = oneLine(labels.alertname ?? "", MAX_NAME);
  return {
    fingerprint: FINGERPRINT.test(fingerprint) ? fingerprint : fingerprintOf(labels),
    isFiring: status === "firing",
    ...{ name, labels },
    mayBeSilenced: hasAllLabels && Object.keys(labels).length > 0,
    severity: oneLine(labels.severity ?? "", MAX_NAME),
    text: alertText(labels, annotations),
    startsAt: instantOf(startsAt),
    endsAt: status === "resolved" ? instantOf(endsAt) : null,
  };
}

/** An instant in ms; senders write the year 1 for none. */
function instantOf(written = ""): number | null {
  const at = Date.parse(written);
  return at > 0 ? at : null;
}

/** For a sender that gives none: the labels identify an alert. */
function fingerprintOf(labels: Readonly<Record<string, string>>): string {
  const sorted = Object.entries(labels).sort(([one], [other]) => (one < other ? -1 : 1));
  return digestOf(sorted);
}

/** Returns an identity made from values: 16 hexadecimal digits. */
export function digestOf(values: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(values)).digest("hex").slice(0, 16);
}
