/** Wordings that a reader stumbles over, each with the plain way to say it. Data of test/unit/plain-words.test.ts. */
export const AVOIDED: readonly (readonly [wording: RegExp, say: string])[] = [
  [/\bnobody\b/i, 'name who: "no caller", "no process"; or say it positively: "no call is placed"'],
  [/\bwhoever\b/i, '"the caller", "the client", "the user"; or "which"'],
  [/\bsomebody\b/i, '"someone", "a caller", "another process"'],
  [/\banybody\b/i, '"anyone", "any client"'],
  [/\bso (long|many|much|often) an?\b/i, 'a noun with its unit: "pause, in ms", "requests per minute"'],
  [/\bhow manieth\b/i, '"the number of the attempt"'],
  [/\b(told|tells) of\b/i, '"reported", "reports"'],
  [/\bof an? [a-z]+'?s? own\b/i, '"its own …", "a separate …"'],
  [/\blets? go of\b/i, '"release", "close", "discard"'],
  [/\b(sees|seen) to\b/i, '"handles", "carries out", "reconciled"'],
  [/\bin hand\b/i, '"current", "controlled"'],
  [/\bwhere nothing\b/i, '"if nothing …"'],
  [/\b(of which none|none are|what is none|that is none)\b/i, '"invalid", "without …"'],
  [/\bnought\b/i, '"zero"'],
  [/\banew\b/i, '"again", or a verb with re-: "reopened"'],
  [/\bit (is|was) looked\b/i, '"is checked", "is listed"'],
  [/\bunless (given|told otherwise)\b/i, '"default: …"'],
  [/\b(can|cannot|to) be had\b/i, '"is (not) available"'],
  [/\bmostly\b/i, '"usually"'],
  [/\bat the longest\b/i, '"at most", "maximum"'],
  [/\bgo(es)? on with\b/i, '"continues", "resumes"'],
  [/\bputs? (it|them|one|this|that)? ?down\b/i, '"records", "stores"'],
];

/** What is read: whole folders. Markdown, lock files, generated dashboards and Go programs are not. */
export const READ = ["src", "tools", "scripts", "monitoring", "site", "asterisk-config"];
/** The languages hold what people say on the telephone. */
export const NOT_READ =
  /^src\/locales\/\w\w\/|\.(md|go|mod|sum|ulaw)$|package-lock\.json$|^monitoring\/grafana\/dashboards\//;

/** Lines that must keep such a word, by file: text that people say, values that are stored, migrations that never change. */
export const KEPT: Readonly<Record<string, RegExp>> = {
  "src/choice/answers/en.ts": /[a-z]\|[a-z]/,
  "src/config/dial-pattern.ts": /\|none\|nobody\|/,
  "src/directory/name-words.ts": /somebody someone anybody/,
  "src/console/parts/transcript.tsx": /^ *nobody: /,
  "src/http/calls/transcript.ts": /^ *nobody: /,
  "src/kernel/number-words.ts": /"nought"/,
  "src/observability/counted-kinds.ts": /"nobody"/,
  "src/records/call-record.ts": /"nobody"/,
  "src/speech/abbreviations.ts": /most nobody nothing/,
  "src/storage/sqlite/schema.ts": /^ *-- /,
  "src/storage/store-probe.ts": /"nobody's"/,
  "src/turn-taking/backchannels.ts": /anybody there/,
  "src/turn-taking/endpoint/completeness-rules.ts": /although though whoever/,
  "src/turn-taking/overlap/machine.ts": /"nobody"/,
  "src/turn-taking/overlap/verdict.ts": /"nobody"/,
  "src/turn-taking/overlap/words.ts": /"nobody"/,
  "tools/datetime.ts": /^ *description: /,
  "tools/joke.ts": /^ *description: /,
  "tools/jokes/dad.ts": /gravity/,
};
