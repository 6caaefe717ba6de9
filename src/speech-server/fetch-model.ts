import { mkdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { PUBLIC, writeWhole } from "../kernel/write-whole.js";
import type { PublishedModel } from "./catalogue.js";
import { addressOf, download, DownloadError, type DownloadNeeds } from "./download.js";
import { type Model, MODEL_FILE } from "./model.js";

/** The bytes of all files of a model. */
export function sizeOf({ files }: PublishedModel): number {
  return Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0);
}

/**
 * Fetches what is missing of a model, and then writes its description: a model without one is not complete.
 *
 * @param folder all models are in it
 * @throws {DownloadError} that says how to bring the files by hand
 */
export async function fetchModel(published: PublishedModel, folder: string, needs: DownloadNeeds): Promise<Model> {
  const own = join(folder, published.name);
  await mkdir(own, { recursive: true });
  const { onProgress = () => {} } = needs;
  let done = 0;
  for (const file of Object.values(published.files)) {
    const before = done;
    try {
      const told = { ...needs, onProgress: (bytes: number) => onProgress(before + bytes) };
      await download(file, join(own, nameOf(file.url)), told);
    } catch (error) {
      if (!(error instanceof DownloadError)) throw error;
      throw new DownloadError(`${error.message}\n${byHand(published, own, needs.mirror)}`);
    }
    done += file.bytes;
  }
  const { name: _, ...described } = published;
  const files = Object.entries(published.files).map(([part, { url }]) => [part, nameOf(url)] as const);
  const model = { ...described, files: Object.fromEntries(files) };
  await writeWhole(join(own, MODEL_FILE), `${JSON.stringify(model, null, 2)}\n`, PUBLIC);
  return { name: published.name, ...model };
}

function nameOf(url: string): string {
  return basename(new URL(url).pathname);
}

function byHand({ files }: PublishedModel, folder: string, mirror: string | undefined): string {
  const addresses = Object.values(files).map(({ url }) => `  ${addressOf(url, mirror)}`);
  return [
    `If this machine cannot fetch them, copy these files to ${folder} and start again; their checksums are compared:`,
    ...addresses,
    "Or give a mirror with --mirror URL. It has each file at URL/HOST/PATH, as wget -x writes them.",
  ].join("\n");
}
