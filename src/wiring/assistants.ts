import { setImmediate } from "node:timers/promises";
import { type AssistantsFile, createAssistantsFile } from "../assistants/assistants-file.js";
import { chooseAssistant } from "../assistants/choose.js";
import { type AssistantDefinition, type AssistantDefinitions, NO_ASSISTANTS } from "../assistants/definition.js";
import { phrasesOf, settingsOf } from "../assistants/settings-of.js";
import type { Answering, Assistants, DefinedAssistant, Spoken } from "../calls/assistant/assistant.js";
import type { DisclosureRule } from "../calls/assistant/disclosure.js";
import { ownCallerId } from "../calls/rights/caller-ids.js";
import type { Environment } from "../config/environment.js";
import { readNamedFile } from "../config/own-environment.js";
import type { Phrases, PhrasesByLanguage } from "../config/phrases.js";
import type { Settings } from "../config/settings.js";
import { createDtmfMenu } from "../conversation/dtmf-menu.js";
import type { Switchboard } from "../conversation/transfer/switchboard.js";
import { createDirectory, type Directory } from "../directory/directory.js";
import type { OwnEngine } from "../engines/own-engines.js";
import { isClosedOn } from "../hours/hours.js";
import type { Scope } from "../kernel/scope.js";
import type { Health } from "../observability/health.js";
import type { Log } from "../observability/log.js";
import type { ClosedDays } from "../scheduling/recurrence.js";
import { onlyTools } from "../toolbox/allowed-tools.js";
import type { createConversationResources } from "./conversation-resources.js";
import type { Toolset } from "./tools.js";
import { createUsedVoices, type VoiceSet } from "./used-voices.js";

export interface AssistantsNeeds {
  readonly settings: Settings;
  /** Folder of the file. */
  readonly filesFolder: string;
  readonly phrases: PhrasesByLanguage;
  readonly resources: ReturnType<typeof createConversationResources>;
  readonly toolset: Toolset;
  /** Variables as in `process.env`. */
  readonly environment: Environment;
  /** Where the directory in use is kept. */
  readonly inUse: DirectoryInUse;
  /** Returns the switchboard with a directory and the operator's number, if there is an operator. */
  readonly switchboardOf: (directory: Directory, operatorExtension: string | undefined) => Switchboard;
  readonly health: Pick<Health, "report">;
  readonly log: Log;
  readonly scope: Scope;
  /** ms since the epoch. */
  readonly now: () => number;
}

/** The directory that calls begin with now. */
export interface DirectoryInUse {
  directory: Directory;
}

/** The assistants as calls use them, and their file. */
export interface ServedAssistants {
  readonly assistants: Assistants;
  readonly file: AssistantsFile;
  readonly closedDays: ClosedDays;
  /** Returns what calls of the service itself are held with in another language. */
  readonly inLanguage: (language: string) => Spoken;
  /** Returns the switchboard of calls without an assistant, with the directory as it is now. */
  readonly switchboard: () => Switchboard;
}

/** An assistant as it was read: calls that have begun with it keep it. */
interface Served {
  readonly assistant: DefinedAssistant;
  /** How it answers outside its hours. */
  readonly closed: Answering;
}

/** Connects the file of the assistants with the engines, tools and calls. */
export function serveAssistants(needs: AssistantsNeeds): ServedAssistants {
  const { settings, filesFolder: folder, environment, scope, log, now } = needs;
  const report = reporter(needs.health);
  let current: AssistantDefinitions = NO_ASSISTANTS;
  let served: ReadonlyMap<string, Served> = new Map();
  const usualSwitchboard = (directory: Directory) => needs.switchboardOf(directory, settings.calls.operatorExtension);
  let switchboard = usualSwitchboard(needs.inUse.directory);
  const voices = createUsedVoices({ settings, scope, ownVoice: needs.resources.ownVoice, report });

  async function use(definitions: AssistantDefinitions): Promise<void> {
    log.hide([...definitions.all.values()].flatMap(({ backend }) => backend?.key ?? [])); // A key in a file may be new.
    const directory = await createDirectory(definitions.directory);
    const next = voices.begin();
    const built = new Map<string, Served>();
    for (const definition of definitions.all.values()) {
      const own = definition.directory ? await createDirectory(definition.directory) : directory;
      built.set(definition.id, serve(definition, next, own));
      await setImmediate(); // Fifty assistants take longer than calls may wait.
    }
    voices.replace(next);
    [current, served] = [definitions, built];
    needs.inUse.directory = directory;
    switchboard = usualSwitchboard(directory);
  }

  function serve(definition: AssistantDefinition, next: VoiceSet, directory: Directory): Served {
    const switchboardAt = (extension: string | undefined) => needs.switchboardOf(directory, extension);
    const { resources, toolset } = needs;
    const own = settingsOf(settings, definition);
    const phrases = phrasesOf(needs.phrases.in(own.stt.language), definition);
    const toolbox = definition.tools ? onlyTools(toolset.toolbox, definition.tools) : toolset.callerTools;
    if (definition.tools) toolset.warnOfUnknownNames(`tools of ${definition.id}`, definition.tools);
    const { id } = definition;
    const voiceIn = (of: Settings) => voices.of(`the assistant ${id}`, of, next);
    const voice = voiceIn(own);
    const saysToo = [closingWords(definition, phrases)];
    const assistant: DefinedAssistant = {
      id,
      resources: resources.ofAssistant({ settings: own, phrases, toolbox, voice, saysToo, scope: next.scope }),
      phrases,
      inLanguage: resources.inLanguageOf({ settings: own, toolbox, voiceIn, scope: next.scope }),
      maySpeak: resources.maySpeak,
      systemPrompt: own.llm.systemPrompt,
      switchboard: switchboardAt(own.calls.operatorExtension),
      ...disclosureOf(definition),
      onMachine: definition.onMachine,
      callerId: ownCallerId(own.calls.callerId, settings.sip?.user),
    };
    return { assistant, closed: closedOf(definition, assistant, switchboardAt) };
  }

  const file = createAssistantsFile({
    ...{ folder, environment, readFile: readNamedFile, log, now },
    timeZone: settings.general.timezone,
    onDefinitions: use,
    report: report.file,
  });

  return {
    file,
    switchboard: () => switchboard,
    closedDays(id) {
      const hours = current.all.get(id)?.hours;
      return hours && ((day) => isClosedOn(hours, day));
    },
    inLanguage: needs.resources.inLanguageOf({
      ...{ settings, scope, toolbox: needs.toolset.callerTools },
      voiceIn: (of) => voices.of("the service", of, voices.lasting),
    }),
    assistants: {
      get ids() {
        return [...served.keys()];
      },
      find: (id) => served.get(id)?.assistant,
      answering({ called, named }) {
        const { assistant, closed } = chooseAssistant(current, { called, named, at: now() });
        const found = assistant && served.get(assistant.id);
        if (!found) return { assistant: undefined };
        return closed ? found.closed : { assistant: found.assistant };
      },
    },
  };
}

/** Returns whether an assistant's calls begin with the disclosure, unless it is as the setting says. */
function disclosureOf({ id, disclosure }: AssistantDefinition): DisclosureRule {
  if (disclosure === undefined) return {};
  return { isDisclosed: disclosure, undisclosedBecause: `The assistant ${id} has disclosure: false.` };
}

/** Returns what callers hear first outside the hours. */
function closingWords({ closed }: AssistantDefinition, phrases: Phrases): string {
  const own = closed.kind === "assistant" ? undefined : closed.text;
  const [usual = ""] = closed.kind === "transfer" ? phrases.putting_through : phrases.closed;
  return own ?? usual;
}

/** Key of the operator in the menu. */
const OPERATOR_KEY = "0";

/** Returns how an assistant answers outside its hours. */
function closedOf(
  definition: AssistantDefinition,
  assistant: DefinedAssistant,
  switchboardAt: (operatorExtension: string) => Switchboard,
): Answering {
  const { closed } = definition;
  const { resources, phrases } = assistant;
  const words = closingWords(definition, phrases);
  // Another assistant answers in its place, unless that one is closed for this one.
  if (closed.kind !== "transfer") {
    return { assistant, opening: { say: [words, ...phrases.goodbyes.slice(0, 1)], ends: true } };
  }
  const said = { ...phrases, putting_through: [words] };
  const menu = createDtmfMenu(resources.toolbox, true, said);
  const usual = switchboardAt(closed.number);
  // It is rung outside these hours, so also outside the hours that the directory may have for it.
  const switchboard = { ...usual, operator: usual.operator && { ...usual.operator, isOpen: () => true } };
  return {
    assistant: { ...assistant, phrases: said, switchboard, resources: { ...resources, menu } },
    opening: { press: OPERATOR_KEY },
  };
}

/** Joins the states of the file and of each own voice and model into one check. */
function reporter(health: AssistantsNeeds["health"]) {
  let file: { readonly ok: boolean; readonly detail: string | undefined } | undefined;
  const faults = new Map<string, string>();
  let isTold = false;
  const tell = () => {
    if (!file && faults.size === 0 && !isTold) return;
    isTold = true;
    const details = [...(file?.detail === undefined ? [] : [file.detail]), ...faults.values()];
    health.report("assistants", (file?.ok ?? true) && faults.size === 0, details.join(" ") || undefined);
  };
  return {
    file(ok: boolean, detail?: string) {
      file = { ok, detail };
      tell();
    },
    engine(key: string, engine: OwnEngine, fault: string | undefined) {
      if (fault === undefined) faults.delete(`${engine} ${key}`);
      else faults.set(`${engine} ${key}`, fault);
      tell();
    },
    /** Forgets the states of voices and models that are no longer in use. */
    onlyOf(keys: readonly string[]) {
      for (const name of faults.keys()) if (!keys.includes(name.slice("llm ".length))) faults.delete(name);
    },
  };
}
