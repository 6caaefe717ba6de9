import { setImmediate } from "node:timers/promises";
import { type AssistantsFile, createAssistantsFile } from "../assistants/assistants-file.js";
import { chooseAssistant } from "../assistants/choose.js";
import { type AssistantDefinition, type AssistantDefinitions, NO_ASSISTANTS } from "../assistants/definition.js";
import { phrasesOf, settingsOf } from "../assistants/settings-of.js";
import type { Answering, Assistants, DefinedAssistant } from "../calls/assistant.js";
import type { DisclosureRule } from "../calls/disclosure.js";
import { ownCallerId } from "../calls/caller-ids.js";
import type { Environment } from "../config/environment.js";
import type { Phrases, PhrasesByLanguage } from "../config/phrases.js";
import type { Settings } from "../config/settings.js";
import { createDtmfMenu } from "../conversation/dtmf-menu.js";
import type { Switchboard } from "../conversation/transfer/switchboard.js";
import { createDirectory, type Directory } from "../directory/directory.js";
import type { OwnEngine } from "../engines/own-engines.js";
import type { Scope } from "../kernel/scope.js";
import type { Health } from "../observability/health.js";
import type { Log } from "../observability/log.js";
import { onlyTools } from "../toolbox/allowed-tools.js";
import type { createConversationResources, OwnVoice } from "./conversation-resources.js";
import type { Toolset } from "./tools.js";

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
  readonly now?: () => number;
}

/** The directory that calls begin with now. */
export interface DirectoryInUse {
  directory: Directory;
}

/** The assistants as calls use them, and their file. */
export interface ServedAssistants {
  readonly assistants: Assistants;
  readonly file: AssistantsFile;
}

/** An assistant as it was read: calls that have begun with it keep it. */
interface Served {
  readonly assistant: DefinedAssistant;
  /** How it answers outside its hours. */
  readonly closed: Answering;
}

/** A voice or a model in use, by its settings. */
interface UsedVoice {
  readonly voice: OwnVoice;
  readonly scope: Scope;
}

/** Connects the file of the assistants with the engines, tools and calls. */
export function serveAssistants(needs: AssistantsNeeds): ServedAssistants {
  const { settings, filesFolder: folder, environment, scope, log, now = Date.now } = needs;
  const report = reporter(needs.health);
  let current: AssistantDefinitions = NO_ASSISTANTS;
  let served: ReadonlyMap<string, Served> = new Map();
  let voices = new Map<string, UsedVoice>();
  let generation = scope.child("assistants");

  async function use(definitions: AssistantDefinitions): Promise<void> {
    const directory = await createDirectory(definitions.directory);
    const next = { scope: scope.child("assistants"), voices: new Map<string, UsedVoice>(), directory };
    const built = new Map<string, Served>();
    for (const definition of definitions.all.values()) {
      const own = definition.directory ? await createDirectory(definition.directory) : directory;
      built.set(definition.id, serve(definition, { ...next, directory: own }));
      await setImmediate(); // Fifty assistants take longer than calls may wait.
    }
    for (const [key, { scope: ended }] of voices) if (!next.voices.has(key)) ended.end();
    generation.end();
    [current, served, voices, generation] = [definitions, built, next.voices, next.scope];
    needs.inUse.directory = directory;
    report.onlyOf([...next.voices.keys()]);
  }

  function serve(
    definition: AssistantDefinition,
    next: { scope: Scope; voices: Map<string, UsedVoice>; directory: Directory },
  ): Served {
    const switchboardAt = (extension: string | undefined) => needs.switchboardOf(next.directory, extension);
    const { resources, toolset } = needs;
    const own = settingsOf(settings, definition);
    const phrases = phrasesOf(needs.phrases.in(own.stt.language), definition);
    const toolbox = definition.tools ? onlyTools(toolset.toolbox, definition.tools) : toolset.callerTools;
    if (definition.tools) toolset.warnOfUnknownNames(`tools of ${definition.id}`, definition.tools);
    const voice = voiceOf(definition, own, next.voices);
    const saysToo = [closingWords(definition, phrases)];
    const assistant: DefinedAssistant = {
      id: definition.id,
      resources: resources.ofAssistant({ settings: own, phrases, toolbox, voice, saysToo, scope: next.scope }),
      phrases,
      inLanguage: resources.inLanguageOf({ settings: own, toolbox, voice, scope }),
      maySpeak: resources.maySpeak,
      systemPrompt: own.llm.systemPrompt,
      switchboard: switchboardAt(own.calls.operatorExtension),
      ...disclosureOf(definition),
      callerId: ownCallerId(own.calls.callerId, settings.sip?.user),
    };
    return { assistant, closed: closedOf(definition, assistant, switchboardAt) };
  }

  function voiceOf({ id }: AssistantDefinition, own: Settings, next: Map<string, UsedVoice>): OwnVoice | undefined {
    const key = JSON.stringify([own.tts, { ...own.llm, systemPrompt: "" }]);
    if (key === usual) return undefined;
    const known = next.get(key) ?? voices.get(key) ?? createVoice(id, key, own);
    next.set(key, known);
    return known.voice;
  }

  function createVoice(id: string, key: string, own: Settings): UsedVoice {
    const ofVoice = scope.child(`voice of ${id}`);
    const whose = {
      scope: ofVoice,
      report(engine: OwnEngine, ok: boolean, detail = "") {
        if (ofVoice.ending) return; // Only calls that began before use it still.
        report.engine(key, engine, ok, faultOf(id, engine, own, detail));
      },
    };
    return { scope: ofVoice, voice: needs.resources.ownVoice(withoutPrompt(own), whose) };
  }

  const usual = JSON.stringify([settings.tts, { ...settings.llm, systemPrompt: "" }]);
  const withoutPrompt = (own: Settings) => ({ ...own, llm: { ...own.llm, systemPrompt: settings.llm.systemPrompt } });
  const file = createAssistantsFile({
    ...{ folder, environment, log },
    timeZone: settings.general.timezone,
    onDefinitions: use,
    report: report.file,
  });

  return {
    file,
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
  const switchboard = switchboardAt(closed.number);
  return {
    assistant: { ...assistant, phrases: said, switchboard, resources: { ...resources, menu } },
    opening: { press: OPERATOR_KEY },
  };
}

function faultOf(id: string, engine: OwnEngine, { tts, llm }: Settings, detail: string): string {
  const what = engine === "tts" ? `The voice ${tts.voice}` : `The model ${llm.model}`;
  return `${what} of the assistant ${id} does not work, so the service's own is used instead: ${detail}`;
}

/** Joins the states of the file and of each own voice and model into one check. */
function reporter(health: AssistantsNeeds["health"]) {
  let file: { readonly ok: boolean; readonly detail: string | undefined } | undefined;
  const faults = new Map<string, string>();
  const tell = () => {
    if (!file && faults.size === 0) return;
    const details = [...(file?.detail === undefined ? [] : [file.detail]), ...faults.values()];
    health.report("assistants", (file?.ok ?? true) && faults.size === 0, details.join(" ") || undefined);
  };
  return {
    file(ok: boolean, detail?: string) {
      file = { ok, detail };
      tell();
    },
    engine(key: string, engine: OwnEngine, ok: boolean, detail: string) {
      if (ok) faults.delete(`${engine} ${key}`);
      else faults.set(`${engine} ${key}`, detail);
      tell();
    },
    /** Forgets the states of voices and models that are no longer in use. */
    onlyOf(keys: readonly string[]) {
      for (const name of faults.keys()) if (!keys.includes(name.slice("llm ".length))) faults.delete(name);
    },
  };
}
