import { CATALOGUE, firstFor, type PublishedModel } from "./catalogue.js";
import type { Model, ModelUse } from "./model.js";
import type { SpeechOptions } from "./options.js";

/** A model that is there, or one to fetch. */
export type ChosenModel =
  | { readonly is: "there"; readonly model: Model }
  | { readonly is: "published"; readonly model: PublishedModel };

export interface ChosenModels {
  readonly recogniser: ChosenModel;
  /** The first is the voice of requests that name none. */
  readonly voices: readonly ChosenModel[];
  readonly activity: ChosenModel;
}

/**
 * Chooses the models to serve: those that are named, otherwise the first of each language.
 *
 * @param there the models in the folder; they come before those to be fetched
 * @throws {Error} that says what is missing
 */
export function chooseModels(
  { recogniser, voices }: Pick<SpeechOptions, "recogniser" | "voices">,
  languages: readonly string[],
  there: readonly Model[],
  published: readonly PublishedModel[] = CATALOGUE,
): ChosenModels {
  const choose = (use: ModelUse, of: readonly string[], name?: string): ChosenModel => {
    const fits = (model: Pick<Model, "name">) => name === undefined || model.name === name;
    const wanted = name === undefined ? of : [];
    const own = firstFor(there.filter(fits), use, wanted);
    if (own) return { is: "there", model: own };
    const fetched = firstFor(published.filter(fits), use, wanted);
    if (fetched) return { is: "published", model: fetched };
    const what = name ?? (of.length > 1 ? `one that knows ${of.join(" and ")}` : `one for ${of.join()}`);
    throw new Error(
      `There is no ${use} of this kind: ${what}. --list shows all; docs/speech-server.md explains models of your own`,
    );
  };
  return {
    recogniser: choose("recogniser", languages, recogniser),
    voices:
      voices.length > 0
        ? voices.map((name) => choose("voice", [], name))
        : languages.map((each) => choose("voice", [each])),
    activity: choose("activity", []),
  };
}
