import { setImmediate } from "node:timers/promises";
import { routeFaults } from "../alerts/route-faults.js";
import { calleeFaults } from "../callees/written-callees.js";
import { callerId } from "../config/caller-id.js";
import { isModelKey, MODEL_KEY_NAME, modelKeyIn } from "../config/model-keys.js";
import { categoryOf, OCCASIONS } from "../config/phrase-categories.js";
import { readPhrases } from "../config/phrase-list.js";
import { address, type Parsed, type Problems } from "../config/setting.js";
import { phoneNumber } from "../config/text-readers.js";
import { nameFaults } from "../directory/name-faults.js";
import { readDirectory } from "../directory/read-directory.js";
import { hoursFaults } from "../hours/written-hours.js";
import { nearest } from "../kernel/nearest.js";
import { below, type ValidationFault } from "../validation/words.js";
import { checkCallbackUrl } from "../webhooks/callback-url.js";
import { answeredNumber } from "./answered-number.js";
import type { DefinitionNeeds } from "./definitions-in.js";
import { AN_ID, ASSISTANT_ID, type WrittenAssistant, type WrittenBackend, type WrittenFile } from "./file-schema.js";

/** What the keys of back ends are read with. */
type KeyNeeds = Pick<DefinitionNeeds, "environment" | "readFile">;

/** Maximum number of faults: more are not looked for. */
const MAX_FAULTS = 50;

/**
 * Returns the first faults of a file that its schema cannot express: numbers, phrases, hours, and names that lead nowhere. Each
 * unknown name is compared with all that there are, so calls have their turn in between.
 */
export async function fileFaults(
  file: WrittenFile,
  needs: KeyNeeds,
  signal?: AbortSignal,
): Promise<readonly ValidationFault[]> {
  const faults: ValidationFault[] = [];
  for (const fault of faultsIn(file, needs)) {
    if (fault && faults.push(fault) === MAX_FAULTS) break;
    await setImmediate();
    signal?.throwIfAborted();
  }
  return faults;
}

/** Yields undefined for a pause. */
function* faultsIn(file: WrittenFile, needs: KeyNeeds): Generator<ValidationFault | undefined, void, void> {
  const { assistants, backends = {} } = file;
  const [ids, models] = [new Set(Object.keys(assistants)), new Set(Object.keys(backends))];
  yield* idFaults(file);
  yield* unknownName(file.default, ids, "/default", "assistants");
  const directory = readDirectory(file.directory);
  yield* directoryFaults(file, directory.faults);
  for (const [name, backend] of Object.entries(backends)) {
    yield* backendFaults(backend, below("/backends", name), needs);
  }
  const taken = new Map<string, string>();
  const known = new Set(
    directory.entries.flatMap(({ name, department }) => [name, ...(department ? [department] : [])]),
  );
  for (const [id, assistant] of Object.entries(assistants)) {
    const path = below("/assistants", id);
    yield* numberFaults(id, assistant, path, taken);
    yield* phraseFaults(assistant.phrases, `${path}/phrases`);
    yield* hoursFaults(assistant.hours, `${path}/hours`);
    yield* closedFaults(assistant, ids, `${path}/closed`);
    yield* unknownName(assistant.backend, models, `${path}/backend`, "backends");
    for (const [at, name] of (assistant.directory ?? []).entries())
      yield* unknownName(name, known, `${path}/directory/${at}`, "the names and departments of the directory");
  }
  yield* alertFaults(file, ids);
  yield* calleeFaults(file.callees, "/callees");
}

function* idFaults({
  assistants,
  backends = {},
  chains = {},
  alerts = {},
}: WrittenFile): Generator<ValidationFault, void, void> {
  for (const [section, named] of Object.entries({ assistants, backends, chains, alerts })) {
    for (const name of Object.keys(named)) {
      if (!new RegExp(ASSISTANT_ID).test(name)) yield { path: below(`/${section}`, name), message: `must be ${AN_ID}` };
    }
  }
}

/** @param found when the directory was read */
function* directoryFaults(
  { directory }: WrittenFile,
  found: readonly ValidationFault[],
): Generator<ValidationFault | undefined, void, void> {
  for (const fault of nameFaults(directory)) yield fault && { ...fault, path: `/directory${fault.path}` };
  for (const [at, { hours, message_webhook: url }] of (directory ?? []).entries()) {
    yield* hoursFaults(hours, `/directory/${at}/hours`);
    const message = url === undefined ? undefined : checkCallbackUrl(url);
    if (message !== undefined) yield { path: `/directory/${at}/message_webhook`, message };
  }
  for (const fault of found) yield { ...fault, path: `/directory${fault.path}` };
}

function* alertFaults(
  { chains = {}, alerts = {} }: WrittenFile,
  ids: ReadonlySet<string>,
): Generator<ValidationFault, void, void> {
  yield* routeFaults(chains, alerts);
  for (const [name, { assistant }] of Object.entries(chains)) {
    yield* unknownName(assistant, ids, `${below("/chains", name)}/assistant`, "assistants");
  }
  const names = new Set(Object.keys(chains));
  for (const [id, { chain }] of Object.entries(alerts)) {
    yield* unknownName(chain, names, `${below("/alerts", id)}/chain`, "chains");
  }
}

function backendFaults(
  { url, key_env: variable }: WrittenBackend,
  path: string,
  { environment, readFile }: KeyNeeds,
): ValidationFault[] {
  const faults = unreadable(url, address(), `${path}/url`);
  if (variable === undefined || modelKeyIn(environment, variable, readFile) !== undefined) return faults;
  const message = isModelKey(variable)
    ? `names ${variable}, which is not set; set it, or ${variable}_FILE, in the service's environment`
    : `must be ${MODEL_KEY_NAME}: the name of a variable, not the key itself`;
  return [...faults, { path: `${path}/key_env`, message }];
}

/** Maximum number of known names in a message. */
const MAX_NAMED = 20;

function unknownName(
  name: string | undefined,
  known: ReadonlySet<string>,
  path: string,
  section: string,
): ValidationFault[] {
  if (name === undefined || known.has(name)) return [];
  const names = [...known];
  const near = nearest(name, names);
  const all = names.length > 0 ? `they are ${names.slice(0, MAX_NAMED).join(", ")}` : "there are none";
  const hint = near ? `did you mean ${near}?` : all;
  return [{ path, message: `is not one of ${section}; ${hint}` }];
}

/** @param taken the assistants of earlier entries, by the expressions of the numbers that they answer */
function numberFaults(
  id: string,
  { answers = [], operator, caller_id, closed }: WrittenAssistant,
  path: string,
  taken: Map<string, string>,
): ValidationFault[] {
  const faults: ValidationFault[] = [];
  for (const [index, written] of answers.entries()) {
    const at = `${path}/answers/${index}`;
    try {
      const { matches } = answeredNumber(written); // The same for +49301234567 and +49 30 1234567.
      const other = taken.get(matches.source);
      if (other !== undefined) faults.push({ path: at, message: `is already answered by ${other}` });
      else taken.set(matches.source, id);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      faults.push({ path: at, message: `must be a number or a pattern: ${error.message}` });
    }
  }
  faults.push(
    ...(operator === false ? [] : unreadableNumber(operator, `${path}/operator`, "a number, or false for none")),
  );
  faults.push(...unreadable(caller_id, callerId, `${path}/caller_id`));
  faults.push(...unreadableNumber(closed?.transfer, `${path}/closed/transfer`, "a number; leave it out for none"));
  return faults;
}

/** What people write for yes and no. In YAML 1.2 most of it is text, which could also be the name of an extension. */
const YES_OR_NO = /^(?:true|false|yes|no|on|off|y|n|none|null)$/i;

function unreadableNumber(written: string | true | undefined, path: string, expected: string): ValidationFault[] {
  const isYesOrNo = written === true || YES_OR_NO.test(written ?? "");
  return isYesOrNo ? [{ path, message: `must be ${expected}` }] : unreadable(written, phoneNumber, path);
}

function unreadable(
  written: string | undefined,
  reader: { parse(text: string): Parsed<unknown> | Problems },
  path: string,
): ValidationFault[] {
  if (written === undefined) return [];
  const read = reader.parse(written);
  if ("value" in read) return [];
  return [{ path, message: "expected" in read ? `must be ${read.expected}` : read.problems.join("; ") }];
}

const OCCASION_NAMES: ReadonlySet<string> = new Set(OCCASIONS);

function* phraseFaults(
  phrases: WrittenAssistant["phrases"] = {},
  path: string,
): Generator<ValidationFault, void, void> {
  for (const [name, written] of Object.entries(phrases)) {
    const at = below(path, name);
    const occasion = OCCASIONS.find((each) => each === name);
    if (!occasion) {
      yield* unknownName(name, OCCASION_NAMES, at, "the occasions of phrases");
      continue;
    }
    const read = readPhrases(written, categoryOf(occasion));
    if (!("value" in read)) yield { path: at, message: `must be ${read.expected}` };
  }
}

function closedFaults({ hours, closed }: WrittenAssistant, ids: ReadonlySet<string>, path: string): ValidationFault[] {
  if (closed === undefined) return [];
  if (hours === undefined) return [{ path, message: "requires hours" }];
  const { assistant, say, transfer } = closed;
  const others = [say, transfer].filter((each) => each !== undefined);
  if (assistant !== undefined && others.length > 0) {
    return [{ path: `${path}/assistant`, message: "must be omitted when say or transfer is given" }];
  }
  return unknownName(assistant, ids, `${path}/assistant`, "assistants");
}
