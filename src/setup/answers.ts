import { join } from "node:path";
import { CATALOGUE } from "../speech-server/catalogue.js";
import { type AriAudience, ariAccess, AUDIENCES, usersOfOthers } from "./ari-access.js";
import type { Asker } from "./ask.js";
import { backEndSettings, type Choice, choicesFor } from "./choose-back-ends.js";
import type { ModelUse } from "./back-end-servers.js";
import { phoneContexts } from "./detect.js";
import type { SetupAnswers } from "./draft.js";
import type { Facts, Way } from "./facts.js";
import { ofFormerServers } from "./former-servers.js";
import { OWN_SPEECH } from "./own-speech.js";
import { isAriKept } from "./plan-on-pbx.js";
import { knownSecret } from "./secret-for.js";

/** The valid form of a number. */
export interface AnswerOptions {
  readonly number?: string | undefined;
  readonly context?: string | undefined;
}

/** Lists all answers that are missing without a terminal, each with the way to give it. */
export class MissingAnswers extends Error {
  override readonly name = "MissingAnswers";
  readonly missing: readonly string[];
  constructor(missing: readonly string[]) {
    super(missing.join("\n"));
    this.missing = missing;
  }
}

export const NUMBER = /^[0-9A-Za-z+*#]{1,20}$/;
const USES: Readonly<Record<ModelUse, { readonly address: readonly string[]; readonly words: string }>> = {
  llm: { address: ["LLM_BASE_URL"], words: "the language model" },
  stt: { address: ["SPEECH_BASE_URL", "STT_BASE_URL"], words: "speech-to-text" },
  tts: { address: ["SPEECH_BASE_URL", "TTS_BASE_URL"], words: "text-to-speech" },
};

/**
 * Collects all answers that the facts leave open: from the command line, the environment, the last run and what was found, and
 * from a person for the rest.
 *
 * @param asker undefined without a terminal
 * @throws {MissingAnswers} when answers are still missing
 */
export async function answerAll(facts: Facts, way: Way, options: AnswerOptions, asker?: Asker): Promise<SetupAnswers> {
  const missing: string[] = [];
  const former = new Set(ofFormerServers(facts).map(({ name }) => name));
  const given = (name: string) => facts.given[name] ?? (former.has(name) ? undefined : facts.env[name] || undefined);
  const number = options.number ?? facts.previous?.number;
  const answers: SetupAnswers = {
    way,
    number:
      number ??
      (needsNumber(way) && asker
        ? await asker.line("Number that telephones dial to reach the assistant", "8000", faultOfNumber)
        : "8000"),
    context: way === "asterisk" ? await contextFor(facts, options, missing, asker) : undefined,
    ariAudience: needsNumber(way) ? await audienceFor(facts, way === "freepbx", asker) : undefined,
    sip: needsNumber(way) ? undefined : await extensionFor(facts, given, missing, asker),
    backEnds: way === "compose" && bringsBackEnds(facts) ? {} : await backEndsFor(facts, way, given, missing, asker),
  };
  const fault = faultOfNumber(answers.number);
  if (fault) missing.push(`--number: ${fault}`);
  if (missing.length > 0) throw new MissingAnswers(missing);
  return answers;
}

/** Returns whether a profile of compose.yaml brings its own servers. */
export function bringsBackEnds({ given, env }: Pick<Facts, "given" | "env">): boolean {
  return (given.COMPOSE_PROFILES ?? env.COMPOSE_PROFILES ?? "").split(",").includes("local");
}

function needsNumber(way: Way): boolean {
  return way === "freepbx" || way === "asterisk";
}

function faultOfNumber(answer: string): string | undefined {
  return NUMBER.test(answer) ? undefined : "digits, letters, + * #, at most 20";
}

async function contextFor(facts: Facts, options: AnswerOptions, missing: string[], asker?: Asker): Promise<string> {
  const named = options.context ?? facts.previous?.context;
  if (named) return named;
  const found = facts.config ? phoneContexts(facts.config) : [];
  const [first] = found;
  const question = "Dialplan context of your telephones, in extensions.conf";
  if (asker) return asker.line(found.length > 1 ? `${question} (${found.join(", ")})` : question, first, needed);
  if (first !== undefined && found.length === 1) return first;
  const candidates = found.length > 1 ? `one of ${found.join(", ")}: ` : "";
  missing.push(`--context: ${candidates}the dialplan context of your telephones, in extensions.conf`);
  return "";
}

/** Asks only where other programs use ARI: none of them is shut out unasked. */
async function audienceFor(facts: Facts, isFreePbx: boolean, asker?: Asker): Promise<AriAudience | undefined> {
  const { config, previous } = facts;
  const said = AUDIENCES.find((each) => each === previous?.ariAudience);
  const users = config ? usersOfOthers(config).map(({ name }) => name) : [];
  if (said || !config || !asker || users.length === 0) return said;
  if (ariAccess(config, { audience: undefined, wasKept: isAriKept(facts), isFreePbx }) !== "shared") return undefined;
  return asker.choose<AriAudience>(
    `Other machines can reach ARI and the media, and there are users of ARI (${users.join(", ")}). Who may use them?`,
    [
      { value: "here", label: "Programs on this machine only" },
      { value: "as-is", label: "Everyone who can today" },
    ],
    "here",
  );
}

type Given = (name: string) => string | undefined;

async function extensionFor(
  facts: Facts,
  given: Given,
  missing: string[],
  asker?: Asker,
): Promise<SetupAnswers["sip"]> {
  const ask = async (name: string, question: string): Promise<string> => {
    const known = name === "SIP_PASSWORD" ? (knownSecret(facts, name) ?? inContainers(facts)) : given(name);
    if (known) return known;
    if (asker) return name === "SIP_PASSWORD" ? asker.secret(question) : asker.line(question, undefined, needed);
    missing.push(`${name}, in the environment: ${question[0]?.toLowerCase()}${question.slice(1)}`);
    return "";
  };
  return {
    user: await ask("SIP_USER", "Extension that you have created for the assistant in the PBX"),
    domain: await ask("SIP_DOMAIN", "Host name or address of the PBX"),
    password: await ask("SIP_PASSWORD", "Secret of the extension, as in the PBX"),
  };
}

/** Reads the extension's secret that `scripts/make-secrets` has stored. */
function inContainers({ folder, file }: Facts): string | undefined {
  return file(join(folder, "secrets/sip_password"))?.bytes.trimEnd() || undefined;
}

const needed = (answer: string) => (answer.trim() ? undefined : "An answer is needed.");

// oxlint-disable-next-line complexity -- for each server, each way in which it can be known
async function backEndsFor(
  facts: Facts,
  way: Way,
  given: Given,
  missing: string[],
  asker?: Asker,
): Promise<Record<string, string>> {
  const chosen: Partial<Record<ModelUse, Choice>> = {};
  const typed: Record<string, string> = {};
  for (const use of ["llm", "stt", "tts"] as const) {
    const { address, words } = USES[use];
    if (address.some((name) => given(name) ?? typed[name])) continue;
    const choices = choicesFor(use, facts.servers);
    const [first] = choices;
    if (first && (choices.length === 1 || !asker)) chosen[use] = first;
    else if (first && asker) chosen[use] = await chooseServer(asker, words, choices);
    else if (asker && use !== "llm" && way !== "compose" && (await isSpeechHere(asker, words))) {
      Object.assign(typed, { SPEECH_BASE_URL: OWN_SPEECH }, await languageOfCallers(given, asker));
    } else if (asker)
      typed[address[0] ?? ""] = await asker.line(
        `Address of the server for ${words}, ending in /v1`,
        undefined,
        faultOfAddress,
      );
    else missing.push(missingServer(use, way));
  }
  if (!(given("LLM_MODEL") ?? chosen.llm?.model)) {
    if (asker) typed.LLM_MODEL = await asker.line("Name of the language model on that server", undefined, needed);
    else if (given("LLM_BASE_URL")) missing.push("LLM_MODEL, in the environment: the name of the language model");
  }
  const found = Object.entries(backEndSettings(chosen)).filter(([name]) => given(name) === undefined);
  return { ...Object.fromEntries(found), ...typed };
}

function missingServer(use: ModelUse, way: Way): string {
  const { address, words } = USES[use];
  const here = way === "compose" || use === "llm" ? "" : `, and SPEECH_BASE_URL=${OWN_SPEECH} serves speech here`;
  return `${address.join(" or ")}, in the environment: the server for ${words}; none was found (--host names another machine${here})`;
}

async function isSpeechHere(asker: Asker, words: string): Promise<boolean> {
  const answer = await asker.choose(
    `No server for ${words} was found. Where is one to be?`,
    [
      { value: "here", label: "On this machine: recognition and voice are fetched (English 130 MB, others 770 MB)" },
      { value: "elsewhere", label: "On a server whose address I type" },
    ],
    "here",
  );
  return answer === "here";
}

async function languageOfCallers(given: Given, asker: Asker): Promise<Record<string, string>> {
  if (given("STT_LANGUAGE")) return {};
  const known = CATALOGUE.flatMap(({ use, languages }) => (use === "voice" ? languages : []));
  const fault = (answer: string) =>
    known.includes(answer)
      ? undefined
      : `${known.slice(0, -1).join(", ")} or ${known.at(-1)}; for others see docs/speech-server.md`;
  return { STT_LANGUAGE: await asker.line("Language of your callers", "en", fault) };
}

async function chooseServer(asker: Asker, words: string, choices: readonly Choice[]): Promise<Choice> {
  const options = choices.map(({ server, model }, at) => ({
    value: String(at),
    label: `${server.kind} at ${server.baseUrl}`,
    hint: model,
  }));
  const at = Number(await asker.choose(`Which server for ${words}?`, options, "0"));
  return choices[at] ?? choices[0] ?? raise();
}

function raise(): never {
  throw new Error("nothing to choose from");
}

function faultOfAddress(answer: string): string | undefined {
  return /^https?:\/\/[^\s/]+/.test(answer) ? undefined : "an address such as http://192.168.1.20:8000/v1";
}
