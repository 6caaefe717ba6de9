import type { AssistantsFile } from "../../../src/assistants/assistants-file.js";
import { definitionsIn } from "../../../src/assistants/definitions-in.js";
import { readDefinitions } from "../../../src/assistants/read-definitions.js";
import { revisionOf } from "../../../src/assistants/versions.js";
import type { Assistants, DefinedAssistant } from "../../../src/calls/assistant/assistant.js";
import { readNamedFile } from "../../../src/config/own-environment.js";
import { AttendantError } from "../../../src/kernel/errors.js";
import { FakeModel } from "../../support/fakes/fake-model.js";
import { NOON } from "./fake-calls.js";

const NEEDS = { environment: {}, readFile: readNamedFile, timeZone: "UTC" };
const HOURS = { week: { daily: "15:00-18:00" } };

/** A file of two assistants that is kept in memory. */
export class FakeAssistantsFile implements AssistantsFile {
  readonly path = "/data/assistants.yaml";
  definitions = definitionsIn(
    {
      default: "reception",
      assistants: { reception: { answers: ["8000"], name: "Berg", voice: "anna" }, night: { hours: HOURS, tools: [] } },
    },
    NEEDS,
  );
  text = "assistants: { reception: {}, night: {} }\n";
  readonly earlier: { readonly id: string; readonly replacedAt: number; readonly text: string }[] = [];
  readonly #checked = new Map<string, ReturnType<typeof readDefinitions>>();
  /** What `replace` rejects with. */
  refusal: AttendantError | undefined;

  readonly versions = {
    list: () => Promise.resolve(this.earlier.toReversed()),
    read: (id: string) => Promise.resolve(this.earlier.find((each) => each.id === id)?.text),
  };

  read = () => Promise.resolve({ text: this.text, revision: revisionOf(this.text) });
  /** Each text is read once: reading takes a thread. */
  check(text: string) {
    const found = this.#checked.get(text) ?? readDefinitions(text, NEEDS);
    this.#checked.set(text, found);
    return found;
  }
  load = () => Promise.resolve();

  async replace(text: string, revision?: string) {
    if (this.refusal) throw this.refusal;
    const found = await this.check(text);
    if ("faults" in found) return found;
    if (revision !== undefined && revision !== revisionOf(this.text)) {
      throw new AttendantError("assistants_changed", "The file has changed since it was read; read it again.");
    }
    this.earlier.push({ id: `version-${this.earlier.length + 1}`, replacedAt: NOON, text: this.text });
    this.text = text;
    this.definitions = found.definitions;
    return found;
  }
}

/** The assistants of that file, with one model for all. */
export class FakeAssistants implements Assistants {
  readonly ids = ["reception", "night"];
  readonly model = Object.assign(new FakeModel(), { script: () => ["We open at nine."] });

  find(id: string): DefinedAssistant | undefined {
    if (!this.ids.includes(id)) return undefined;
    const { model } = this;
    const resources = { model, modelName: "small", language: "en", toolbox: { offers: [{ name: "TIDES" }] } };
    // Only what the interface shows of an assistant.
    return { id, resources, systemPrompt: `You are ${id}.` } as unknown as DefinedAssistant;
  }

  answering = () => ({ assistant: undefined });
}
