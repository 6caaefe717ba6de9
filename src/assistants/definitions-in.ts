import { readRoutes } from "../alerts/written-routes.js";
import { readCallees } from "../callees/written-callees.js";
import { callerId } from "../config/caller-id.js";
import type { Environment, ReadFile } from "../config/environment.js";
import { modelKeyIn } from "../config/model-keys.js";
import { categoryOf, type Occasion } from "../config/phrase-categories.js";
import { readPhrases } from "../config/phrase-list.js";
import { address, type Parsed, type Problems } from "../config/setting.js";
import { phoneNumber } from "../config/text-readers.js";
import type { DirectoryEntry } from "../directory/entry.js";
import { readDirectory } from "../directory/read-directory.js";
import { isOpen } from "../hours/hours.js";
import { readHours, type WrittenHours } from "../hours/written-hours.js";
import { answeredNumber } from "./answered-number.js";
import type {
  AssistantDefinition,
  AssistantDefinitions,
  BackendDefinition,
  Closed,
  TurnsDefinition,
} from "./definition.js";
import type { WrittenAssistant, WrittenBackend, WrittenFile } from "./file-schema.js";

export interface DefinitionNeeds {
  /** Variables as in `process.env`, with the keys of the back ends. */
  readonly environment: Environment;
  /** Reads the files that the environment names. */
  readonly readFile: ReadFile;
  /** IANA name, for hours without a zone. */
  readonly timeZone: string;
}

/** Reads a file without faults. */
export function definitionsIn(file: WrittenFile, needs: DefinitionNeeds): AssistantDefinitions {
  const backends = new Map(
    Object.entries(file.backends ?? {}).map(([name, written]) => [name, backendOf(written, needs)]),
  );
  const openingOf = (written: WrittenHours) => {
    const hours = readHours(written, needs.timeZone);
    return (at: number) => isOpen(hours, at);
  };
  const { entries } = readDirectory(file.directory, openingOf);
  const all = Object.entries(file.assistants).map(([id, written]): [string, AssistantDefinition] => {
    const directory = written.directory && entries.filter((entry) => isAmong(entry, written.directory ?? []));
    return [id, { ...definitionOf(id, written, needs), directory, backend: backends.get(written.backend ?? "") }];
  });
  const alerts = readRoutes(file.chains, file.alerts, needs.timeZone);
  const callees = readCallees(file.callees, needs.timeZone);
  return { all: new Map(all), fallback: file.default, directory: entries, alerts, callees };
}

/** Whether an entry is named, by itself or by its department. */
function isAmong({ name, department }: DirectoryEntry, named: readonly string[]): boolean {
  return named.includes(name) || (department !== "" && named.includes(department));
}

function backendOf(written: WrittenBackend, { environment, readFile }: DefinitionNeeds): BackendDefinition {
  const { model, key_env, temperature, max_tokens, reasoning_effort, context_tokens } = written;
  return {
    ...{ model, temperature },
    url: read(written.url, address()),
    key: key_env === undefined ? undefined : modelKeyIn(environment, key_env, readFile),
    maxTokens: max_tokens,
    reasoningEffort: reasoning_effort,
    contextTokens: context_tokens,
  };
}

function definitionOf(id: string, written: WrittenAssistant, { timeZone }: DefinitionNeeds): AssistantDefinition {
  const {
    answers = [],
    name,
    caller_id,
    language,
    prompt,
    knowledge,
    voice,
    speed,
    hours,
    disclosure,
    on_machine,
  } = written;
  const { phrases = {}, tools, operator, turn_taking } = written;
  return {
    id,
    ...{ name, language, prompt, knowledge, voice, speed, disclosure },
    onMachine: on_machine,
    answers: answers.map(answeredNumber),
    callerId: read(caller_id, callerId),
    backend: undefined,
    directory: undefined,
    phrases: Object.fromEntries(
      Object.entries(phrases).flatMap(([occasion, list]) => {
        const phrasesOf = readPhrases(list, categoryOf(occasion as Occasion));
        return "value" in phrasesOf ? [[occasion, phrasesOf.value]] : [];
      }),
    ),
    tools: tools?.map((tool) => tool.toUpperCase()),
    operator: typeof operator === "boolean" ? null : read(operator, phoneNumber),
    turns: turn_taking && turnsOf(turn_taking),
    hours: hours && readHours(hours, timeZone),
    closed: closedOf(written.closed),
  };
}

function turnsOf(written: NonNullable<WrittenAssistant["turn_taking"]>): TurnsDefinition {
  return {
    mode: written.mode,
    endpointSilenceMs: written.endpoint_silence_ms,
    fillerAfterMs: written.filler_after_ms,
    idleTimeoutSeconds: written.idle_timeout_seconds,
  };
}

function closedOf({ say, assistant, transfer }: NonNullable<WrittenAssistant["closed"]> = {}): Closed {
  if (assistant !== undefined) return { kind: "assistant", id: assistant };
  const number = read(transfer, phoneNumber);
  return number === undefined ? { kind: "say", text: say } : { kind: "transfer", number, text: say };
}

/** Reads a text that is known to be without faults. */
function read<T>(written: string | undefined, reader: { parse(text: string): Parsed<T> | Problems }): T | undefined {
  const parsed = written === undefined ? undefined : reader.parse(written);
  return parsed && "value" in parsed ? parsed.value : undefined;
}
