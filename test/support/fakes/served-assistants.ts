import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { loadSettings } from "../../../src/config/settings.js";
import { createDtmfMenu } from "../../../src/conversation/dtmf-menu.js";
import type { Switchboard } from "../../../src/conversation/transfer/switchboard.js";
import { type Directory, EMPTY_DIRECTORY } from "../../../src/directory/directory.js";
import { Scope } from "../../../src/kernel/scope.js";
import { onlyTools } from "../../../src/toolbox/allowed-tools.js";
import { createToolbox, type Toolbox } from "../../../src/toolbox/toolbox.js";
import type { Tool } from "../../../src/toolbox/tool.js";
import { serveAssistants } from "../../../src/wiring/assistants.js";
import type { OwnResourcesNeeds } from "../../../src/wiring/conversation-resources.js";
import { FakeDialler } from "./fake-dialler.js";
import { switchboardFrom } from "./fake-switchboard.js";
import { quietLog } from "./quiet-log.js";
import { PHRASES, type Talk } from "./talk.js";
import { inAnyLanguage } from "./one-language.js";

const SETTINGS = {
  ARI_PASSWORD: "of-the-tests",
  LLM_BASE_URL: "http://127.0.0.1:9/v1",
  LLM_MODEL: "small",
  SPEECH_BASE_URL: "http://127.0.0.1:9/v1",
  SYSTEM_PROMPT: "Be brief.",
  TIMEZONE: "UTC",
};

export interface ServedOptions {
  readonly tools?: readonly Tool[];
  /** Default: telephones that never answer. */
  readonly switchboardOf?: (directory: Directory, operatorExtension: string | undefined) => Switchboard;
  readonly settings?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly now?: () => number;
}

/** Assistants of a real file, whose calls have the fake engines of a talk. */
export async function servedAssistants(
  t: Pick<TestContext, "after">,
  talk: Pick<Talk, "resources">,
  text: string,
  {
    tools = [],
    switchboardOf = switchboardFrom(new FakeDialler()),
    environment = {},
    now,
    ...given
  }: ServedOptions = {},
) {
  const folder = await mkdtemp(join(tmpdir(), "assistants-"));
  const path = join(folder, "assistants.yaml");
  await writeFile(path, text);
  const scope = new Scope("assistants");
  t.after(async () => {
    scope.end();
    await rm(folder, { recursive: true, force: true });
  });
  const { settings } = loadSettings({ ...SETTINGS, ...given.settings, DATA_DIR: folder });
  const toolbox: Toolbox = createToolbox(tools, { timeoutMs: 10_000 });
  const checks: { ok: boolean; detail: string | undefined }[] = [];
  const voices: string[] = [];
  const hidden: string[] = [];
  const resourcesOf = (own: OwnResourcesNeeds) => ({
    ...talk.resources,
    toolbox: own.toolbox,
    menu: createDtmfMenu(own.toolbox, own.settings.calls.operatorExtension !== undefined, own.phrases),
    language: own.settings.stt.language,
    idleTimeoutMs: own.settings.turns.idleTimeoutSeconds * 1000,
  });
  const served = serveAssistants({
    now: Date.now,
    settings,
    filesFolder: folder,
    phrases: inAnyLanguage(PHRASES),
    resources: {
      ...talk.resources,
      checks: {},
      languages: ["en"],
      maySpeak: () => false,
      inLanguageOf: (own) => () => ({
        resources: resourcesOf({ ...own, voice: undefined, phrases: PHRASES }),
        phrases: PHRASES,
      }),
      ofAssistant: resourcesOf,
      ownVoice: (own) => {
        voices.push(own.tts.voice);
        return {
          engines: { tts: undefined, llm: undefined, isAvailable: () => true, readAhead: () => {} },
          cache: undefined,
        };
      },
    },
    toolset: {
      toolbox,
      callerTools: onlyTools(
        toolbox,
        tools.map(({ name }) => name),
      ),
      load: () => Promise.resolve(),
      warnOfUnknownNames: () => {},
    },
    environment,
    inUse: { directory: EMPTY_DIRECTORY },
    switchboardOf,
    health: { report: (_name, ok, detail) => void checks.push({ ok, detail }) },
    log: { ...quietLog, hide: (secrets) => void hidden.push(...secrets) },
    scope,
    ...(now && { now }),
  });
  await served.file.load();
  return { ...served, path, checks, voices, hidden, replace: (other: string) => writeFile(path, other) };
}
