import { createHash } from "node:crypto";
import { alertText, MAX_NAME, oneLine } from "./alert-text.js";

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
    text: alertText(labels, annotations),
    startsAt: began > 0 ? began : null,
  };
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
