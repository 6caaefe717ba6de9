import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "../kernel/errors.js";
import { writeWhole } from "../kernel/write-whole.js";

/** An earlier text of the file. */
export interface Version {
  readonly id: string;
  /** When it was replaced, in ms since the epoch. */
  readonly replacedAt: number;
}

/** Keeps the earlier texts of a file, the latest twenty. */
export interface Versions {
  /** Latest first. */
  list(): Promise<readonly Version[]>;
  /** Undefined when there is none with that id. */
  read(id: string): Promise<string | undefined>;
  keep(text: string): Promise<void>;
}

const MAX_VERSIONS = 20;
const SUFFIX = ".txt";
const ID = /^\d{13}-[0-9a-f]{12}$/;

/** A short name for a text: the same for the same text. */
export function revisionOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}

/** @param now ms since the epoch */
export function createVersions(folder: string, now: () => number): Versions {
  async function ids(): Promise<readonly string[]> {
    const names = await readdir(folder).catch((error: unknown) => {
      if (codeOf(error) === "ENOENT") return [];
      throw error;
    });
    return names
      .filter((name) => name.endsWith(SUFFIX))
      .map((name) => name.slice(0, -SUFFIX.length))
      .filter((id) => ID.test(id))
      .sort()
      .reverse();
  }
  const pathOf = (id: string) => join(folder, `${id}${SUFFIX}`);

  return {
    list: async () => (await ids()).map((id) => ({ id, replacedAt: Number(id.slice(0, 13)) })),
    async read(id) {
      return (await ids()).includes(id) ? readFile(pathOf(id), "utf8") : undefined;
    },
    async keep(text) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeWhole(pathOf(`${String(now()).padStart(13, "0")}-${revisionOf(text)}`), text);
      for (const old of (await ids()).slice(MAX_VERSIONS)) await rm(pathOf(old), { force: true });
    },
  };
}
