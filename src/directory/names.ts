import { setImmediate } from "node:timers/promises";
import { isShortNumber, telephoneKey } from "../kernel/dialable-number.js";
import type { DirectoryEntry } from "./entry.js";
import type { Name } from "./fit.js";
import { nameWords, requestWords } from "./name-words.js";
import { wayOf, waysToJoin, withParticles } from "./ways.js";
import { createWordIndex, type WordIndex } from "./word-index.js";

/** Number of names prepared without a pause. It takes about 1 ms. */
const AT_ONCE = 10;

/** What requests are compared with. */
export interface Names {
  readonly index: WordIndex;
  readonly names: readonly Name[];
  /** By what tells telephones apart. */
  readonly byNumber: ReadonlyMap<string, readonly DirectoryEntry[]>;
}

/** Prepares the names of entries, with pauses so that it does not delay the audio of calls. */
export async function prepareNames(entries: readonly DirectoryEntry[]): Promise<Names> {
  const index = createWordIndex();
  const names: Name[] = [];
  const byNumber = new Map<string, readonly DirectoryEntry[]>();
  const departments = await wordsOfDepartments(entries);
  for (const entry of entries) {
    const key = entry.number === undefined ? undefined : telephoneKey(entry.number);
    if (key !== undefined) byNumber.set(key, [...(byNumber.get(key) ?? []), entry]);
    const besides = [...(departments.get(entry.department) ?? []), ...extensionOf(entry)].map(index.add);
    for (const name of [entry.name, ...entry.also]) {
      names.push(prepare(name, entry, besides, index));
      if (names.length % AT_ONCE === 0) await setImmediate();
    }
  }
  return { index, names, byNumber };
}

/** Returns the words of each department, by all the names that it has as an entry. */
async function wordsOfDepartments(entries: readonly DirectoryEntry[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const departments = new Map<string, readonly string[]>();
  for (const [at, { department }] of entries.entries()) {
    if (!departments.has(department)) departments.set(department, requestWords(department));
    if (at % AT_ONCE === 0) await setImmediate();
  }
  for (const [at, { name, also }] of entries.entries()) {
    const words = departments.get(name);
    if (words) departments.set(name, [...new Set([...words, ...[name, ...also].flatMap(requestWords)])]);
    if (at % AT_ONCE === 0) await setImmediate();
  }
  return departments;
}

function extensionOf({ number = "" }: DirectoryEntry): readonly string[] {
  return isShortNumber(number) ? [number] : [];
}

function prepare(name: string, entry: DirectoryEntry, besides: readonly number[], index: WordIndex): Name {
  const [words, all] = [requestWords(name), nameWords(name)];
  const department = nameWords(entry.department);
  const ways = [...waysToJoin(words), ...withParticles(name), wayOf(all)].map((way) =>
    way.map(({ word, parts }) => ({ word: index.add(word), parts: parts.map(index.add) })),
  );
  return {
    entry,
    spellings: aloneAndWith(department, words),
    wholes: aloneAndWith(department, all),
    ways,
    words: [...new Set(ways.flat().map(({ word }) => word))],
    besides,
  };
}

function aloneAndWith(department: readonly string[], name: readonly string[]): readonly string[] {
  return [name.join(" "), [...name, ...department].join(" ")];
}
