import { readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AttendantError, codeOf, describe } from "../kernel/errors.js";
import type { Log } from "../observability/log.js";
import { type AssistantDefinitions, NO_ASSISTANTS } from "./definition.js";
import type { DefinitionNeeds } from "./definitions-in.js";
import { faultLines, MAX_FILE, type ReadDefinitions, readDefinitions } from "./read-definitions.js";
import { createVersions, revisionOf, type Versions } from "./versions.js";
import { writeWhole } from "../kernel/write-whole.js";

/** The text of the file and its revision, which changes with the text. */
export interface AssistantsText {
  /** Empty when there is no file. */
  readonly text: string;
  readonly revision: string;
}

/** The file of the assistants: read at the start and on request, replaced over REST. */
export interface AssistantsFile {
  readonly path: string;
  /** The assistants in use. */
  readonly definitions: AssistantDefinitions;
  readonly versions: Pick<Versions, "list" | "read">;
  /** The text as it is on disk. */
  read(): Promise<AssistantsText>;
  /** Finds the faults of a text without using it. */
  check(text: string, signal?: AbortSignal): Promise<ReadDefinitions>;
  /** Reads the file and puts it to use; if it has a fault, the previous assistants stay. Never rejects. */
  load(): Promise<void>;
  /**
   * Replaces the file and puts it to use; the previous text becomes an earlier version.
   *
   * @param revision of the text that the new one is based on; undefined to replace any text
   * @returns what the text says; nothing is replaced when it has faults
   * @throws {AttendantError} `assistants_changed`, or `assistants_not_stored` when the file cannot be written
   */
  replace(text: string, revision?: string): Promise<ReadDefinitions>;
}

export interface AssistantsFileNeeds extends DefinitionNeeds {
  /** Folder of the file and of its earlier versions. */
  readonly folder: string;
  /** Receives the assistants whenever they change. */
  readonly onDefinitions: (definitions: AssistantDefinitions) => Promise<void>;
  /** Receives the state of the file; the detail names the first faults. */
  readonly report: (ok: boolean, detail?: string) => void;
  readonly log: Log;
  /** ms since the epoch; earlier versions are named by it. */
  readonly now: () => number;
}

/** Number of faults in the detail of the health check; the log has all of them. */
const SHOWN_FAULTS = 3;

export function createAssistantsFile(needs: AssistantsFileNeeds): AssistantsFile {
  const { folder, onDefinitions, report, log, now } = needs;
  const path = pathIn(folder);
  const versions = createVersions(join(folder, "assistants-versions"), now);
  /** The current operation. The next one waits for it, so that the file and the assistants in use agree. */
  let latest: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const done = latest.then(act);
    latest = done.catch(() => {});
    return done;
  };

  let inUse = NO_ASSISTANTS;
  /** Whether there was a file; without one there is nothing to report. */
  let isReported = false;

  async function use(definitions: AssistantDefinitions): Promise<void> {
    await onDefinitions(definitions);
    inUse = definitions;
    isReported = true;
    report(true);
    const ids = [...definitions.all.keys()];
    log.info("assistants_loaded", `Assistants in ${path}: ${ids.join(", ") || "none"}`, { path, assistants: ids });
  }

  async function loadNow(): Promise<void> {
    const text = await textOnDisk(path);
    if (text === undefined) {
      await onDefinitions(NO_ASSISTANTS);
      inUse = NO_ASSISTANTS;
      return isReported ? report(true) : undefined;
    }
    const found = await readDefinitions(text, needs);
    if ("definitions" in found) return use(found.definitions);
    const lines = faultLines(found.faults);
    const more = lines.length > SHOWN_FAULTS ? ` and ${lines.length - SHOWN_FAULTS} more` : "";
    keepPrevious(`${path}: ${lines.slice(0, SHOWN_FAULTS).join("; ")}${more}`, lines);
  }

  function keepPrevious(detail: string, faults: readonly string[] = [detail]): void {
    isReported = true;
    report(false, `The file of assistants is not used; the previous assistants stay. ${detail}`);
    log.error("assistants_invalid", "The file of assistants is not used; the previous assistants stay", {
      path,
      faults,
    });
  }

  async function replaceNow(text: string, revision: string | undefined): Promise<ReadDefinitions> {
    const found = await readDefinitions(text, needs);
    if ("faults" in found) return found;
    try {
      const previous = await textOnDisk(path);
      if (revision !== undefined && revision !== revisionOf(previous ?? "")) {
        throw new AttendantError("assistants_changed", "The file has changed since it was read; read it again.");
      }
      if (previous !== undefined && previous !== text) await versions.keep(previous);
      await writeWhole(path, text);
    } catch (error) {
      if (error instanceof AttendantError) throw error;
      const detail = `${path} cannot be replaced (${describe(error)}); the service's user must be able to write in ${dirname(path)}.`;
      throw new AttendantError("assistants_not_stored", detail, { cause: error });
    }
    await use(found.definitions);
    return found;
  }

  return {
    path,
    get definitions() {
      return inUse;
    },
    versions,
    async read() {
      const text = (await textOnDisk(path)) ?? "";
      return { text, revision: revisionOf(text) };
    },
    check: (text, signal) => readDefinitions(text, needs, signal),
    load: () => inTurn(loadNow).catch((error: unknown) => keepPrevious(`${path} cannot be read: ${describe(error)}`)),
    replace: (text, revision) => inTurn(() => replaceNow(text, revision)),
  };
}

/** Returns the text of the file; undefined if there is none. @throws when it cannot be read, or is too large */
export async function textOnDisk(
  path: string,
  read: (path: string) => string | Promise<string> = (each) => readFile(each, "utf8"),
): Promise<string | undefined> {
  try {
    if ((await stat(path)).size > 4 * MAX_FILE) throw new Error(`the file has more than ${MAX_FILE} characters`);
    return (await read(path)).replace(/^\ufeff/, "");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Returns the path of the file in a folder. */
export function pathIn(folder: string): string {
  return join(folder, "assistants.yaml");
}
