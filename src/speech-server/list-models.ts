import { CATALOGUE } from "./catalogue.js";
import { sizeOf } from "./fetch-model.js";
import type { Model } from "./model.js";

export interface ListedModel extends Omit<Model, "files"> {
  readonly isThere: boolean;
  /** Size of the download; undefined for the user's own models. */
  readonly bytes: number | undefined;
}

/** All models that can be fetched, and the user's own. */
export function listedModels(there: readonly Model[]): readonly ListedModel[] {
  const names = new Set(there.map(({ name }) => name));
  const published = CATALOGUE.map((model) => ({ ...model, bytes: sizeOf(model), isThere: names.has(model.name) }));
  const own = there
    .filter(({ name }) => !CATALOGUE.some((each) => each.name === name))
    .map((model) => ({ ...model, bytes: undefined, isThere: true }));
  return [...published, ...own].map(({ files: _, ...listed }) => listed);
}

/** A line for each model, with a heading. */
export function listOfModels(listed: readonly ListedModel[]): string {
  const rows = listed.map(({ name, use, languages, licence, bytes, isThere }) => [
    name,
    use,
    bytes === undefined ? "" : `${Math.ceil(bytes / 1_000_000)} MB`,
    licence,
    isThere ? "there" : "",
    languages.join(" "),
  ]);
  const all = [["NAME", "USE", "SIZE", "LICENCE", "", "LANGUAGES"], ...rows];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
