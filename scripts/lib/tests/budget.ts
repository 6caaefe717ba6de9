/** Maximum duration of a test file in `./scripts/test`, in seconds. */
export const BUDGET_SECONDS = 20;

interface Allowance {
  readonly reason: string;
  readonly seconds: number;
  /** Without `.test.ts`. */
  readonly files: readonly string[];
}

/** Files that may take longer. Each should become shorter, by concurrent cases or by splitting. */
const ALLOWANCES: readonly Allowance[] = [
  {
    reason: "whole calls in real time, one after the other",
    seconds: 300,
    files: [
      ...["clients", "conversation", "demo", "example", "hang-up", "outbound-call", "overlaps", "packet-lengths"],
      ...["rest-examples", "setup", "sip-client", "talk", "tool-protocol", "line-faults", "pause", "bed"],
      ...["asterisk-srtp", "burst", "transfer", "message", "console", "dialling", "first-second", "media-channels"],
      ...["who-answered", "console-reach", "chain-spoken", "alerts"],
    ].map((name) => `test/system/${name}`),
  },
  {
    reason: "waits for due times and time-outs",
    seconds: 400,
    files: [
      ...[
        "monitoring",
        "schedules",
        "application-taken",
        "asterisk-away",
        "asterisk-usable",
        "backends-away",
        "cut-off",
      ],
      ...[
        "faults-in-calls",
        "full-disk",
        "handover",
        "hostile-mix",
        "rejoin",
        "removals",
        "several-controllers",
        "chain-several-controllers",
        "traces",
      ],
      ...["asterisk-image", "controller-image", "fuzz-rest"],
    ].map((name) => `test/system/${name}`),
  },
  {
    reason: "many process deaths or broken set-ups, each with its own telephone systems",
    seconds: 300,
    files: [
      ...["broken-asterisk", "broken-back-ends", "broken-machine", "chain", "crash", "doctor"],
      ...["ownership", "schedules-crash", "store-away"],
    ].map((name) => `test/system/${name}`),
  },
  {
    reason: "jobs become due in real time, and an abandoned lock expires",
    seconds: 300,
    files: ["alarm-away", "alarm-embedded", "alarm-mongodb", "alarm-on-time"].map((name) => `test/contract/${name}`),
  },
  {
    reason: "every suite of a store on its own database",
    seconds: 300,
    files: [
      ...["job-store", "backup", "links-against-root", "store-away", "store-continuity", "store-embedded"],
      ...["store-embedded-bridged", "store-mongodb", "store-mongodb-bridged"],
    ].map((name) => `test/contract/${name}`),
  },
  {
    reason: "hostile files reach the time-out of loading",
    seconds: 150,
    files: ["test/contract/plugins-hostile", "test/contract/plugins", "test/system/plugins-reload"],
  },
  {
    reason: "computes: audio and calls in virtual time, texts of every shape, hundreds of requests",
    seconds: 150,
    files: [
      ...["never-silent", "scenarios", "scheduled-call-crash", "rest-bad-input", "rest-plain-bodies"].map(
        (name) => `test/flows/${name}`,
      ),
      ...["listening/hearing", "listening/interruptions", "scheduling/recurrence", "long-inputs"].map(
        (name) => `test/unit/${name}`,
      ),
      ...["compose-config", "scripts/new-tool"].map((name) => `test/unit/${name}`),
    ],
  },
  {
    reason: "back-off and time-outs of connections in real time",
    seconds: 100,
    files: [
      ...["ari/ari-connection", "media/line-faults", "upkeep/orphan-sweep"].map(
        (name) => `test/unit/telephony/asterisk/${name}`,
      ),
      "test/unit/backends/fetch",
      ...["test/flows/health-recovery", "test/flows/webhooks-under-stress"],
      ...["test/contract/line", "test/contract/recogniser"],
    ],
  },
];

/** Files that may take longer, by path, each with the reason. */
export const ALLOWED: Readonly<Record<string, Pick<Allowance, "reason" | "seconds">>> = Object.fromEntries(
  ALLOWANCES.flatMap(({ reason, seconds, files }) => files.map((file) => [`${file}.test.ts`, { reason, seconds }])),
);

/** Durations are not judged when other programs use this many cores. */
export const BUSY_WITH_OTHERS = 0.5;

/** Returns how long `file` may take, in seconds. */
export const budgetOf = (file: string) => ALLOWED[file]?.seconds ?? BUDGET_SECONDS;
