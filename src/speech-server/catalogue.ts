import { type Model, MODEL_FORMS, type ModelUse } from "./model.js";

/** A file of a model, as its publisher has it. */
export interface PublishedFile {
  readonly url: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** A model that can be fetched. Its name stands for the same bytes for ever: another version has another name. */
export interface PublishedModel extends Omit<Model, "files"> {
  /** By their part in the model; each keeps its publisher's name. */
  readonly files: Readonly<Record<string, PublishedFile>>;
}

/** The form says what a model is for. */
type ModelOfForm = Omit<PublishedModel, "use">;

const HUGGING_FACE = "https://huggingface.co";
const MOONSHINE_TOKENIZER = {
  bytes: 3_761_754,
  sha256: "7b913404bdd039af4756783218af4440bc07fb7d6d8258d677e34f95b3ec416f",
};
const EUROPEAN = "bg cs da de el en es et fi fr hr hu it lt lv mt nl pl pt ro ru sk sl sv uk".split(" ");

type Digest = readonly [bytes: number, sha256: string];

function moonshine(size: "tiny" | "base", revision: string, encoder: Digest, decoder: Digest): ModelOfForm {
  const at = `${HUGGING_FACE}/onnx-community/moonshine-${size}-ONNX/resolve/${revision}`;
  const part = (file: string, [bytes, sha256]: Digest) => ({ url: `${at}/onnx/${file}`, bytes, sha256 });
  return {
    name: `moonshine-${size}-en`,
    form: "moonshine",
    languages: ["en"],
    licence: "MIT",
    files: {
      encoder: part("encoder_model_quantized.onnx", encoder),
      decoder: part("decoder_model_merged_quantized.onnx", decoder),
      tokenizer: { url: `${at}/tokenizer.json`, ...MOONSHINE_TOKENIZER },
    },
  };
}

function piper(name: string, licence: string, model: string, config: Digest): ModelOfForm {
  const [locale = "", speaker = "", quality = ""] = name.split("-");
  const language = locale.slice(0, 2);
  const at = `${HUGGING_FACE}/rhasspy/piper-voices/resolve/0d907f158acc877ddeebcbf827659ee13bea8bcd/${language}/${locale}`;
  const url = `${at}/${speaker}/${quality}/${name}.onnx`;
  return {
    name,
    form: "piper",
    languages: [language],
    licence,
    files: {
      voice: { url, bytes: 63_201_294, sha256: model },
      config: { url: `${url}.json`, bytes: config[0], sha256: config[1] },
    },
  };
}

const PARAKEET = `${HUGGING_FACE}/csukuangfj/sherpa-onnx-nemo-parakeet-tdt-0.6b-v3-int8/resolve/2bda32ec70b097a55adaa07d9a7173915b43cc78`;

const MODELS: readonly ModelOfForm[] = [
  moonshine(
    "tiny",
    "a6da1241cd305dcd64eab1edbd615f2bb9aabb95",
    [7_937_661, "c6fc4b7bc5af75c0591fd157a1f3829b533d18e9769a888fd95a62e470dd4f4a"],
    [20_243_286, "eed87831c3a6103534aae7d47a5d485025c659a1323901513961c39fe8a1a367"],
  ),
  moonshine(
    "base",
    "b1e9b6aae3c3c7298f10c3798393fdf38e8fbbad",
    [20_513_063, "1dd9ab0a7f987113d30affcba5a068d11c8f90fa0223caa3e491ade431ad9751"],
    [42_498_870, "cc9f3cd6698a369c6008b41aa60aa3fb3322e7f03c9bdf19d8e6b7200afca4f3"],
  ),
  {
    name: "parakeet-tdt-0.6b-v3",
    form: "nemo-transducer",
    languages: EUROPEAN,
    licence: "CC-BY-4.0",
    files: {
      encoder: {
        url: `${PARAKEET}/encoder.int8.onnx`,
        bytes: 652_184_281,
        sha256: "acfc2b4456377e15d04f0243af540b7fe7c992f8d898d751cf134c3a55fd2247",
      },
      decoder: {
        url: `${PARAKEET}/decoder.int8.onnx`,
        bytes: 11_845_275,
        sha256: "179e50c43d1a9de79c8a24149a2f9bac6eb5981823f2a2ed88d655b24248db4e",
      },
      joiner: {
        url: `${PARAKEET}/joiner.int8.onnx`,
        bytes: 6_355_277,
        sha256: "3164c13fc2821009440d20fcb5fdc78bff28b4db2f8d0f0b329101719c0948b3",
      },
      tokens: {
        url: `${PARAKEET}/tokens.txt`,
        bytes: 93_939,
        sha256: "d58544679ea4bc6ac563d1f545eb7d474bd6cfa467f0a6e2c1dc1c7d37e3c35d",
      },
    },
  },
  piper("en_US-joe-medium", "CC0-1.0", "58afce0321b8d9c46d7cdf9c16500cc55a793b4220212dba6b70fb788b3baf06", [
    4_794,
    "3d6d5410b3795cb1950595247ef8f06190719e6fdbfa3a2356d8ec368e1aad33",
  ]),
  piper("de_DE-thorsten-medium", "CC0-1.0", "7e64762d8e5118bb578f2eea6207e1a35a8e0c30595010b666f983fc87bb7819", [
    4_819,
    "974adee790533adb273a1ac88f49027d2a1b8f0f2cf4905954a4791e79264e85",
  ]),
  piper("fr_FR-siwis-medium", "CC-BY-4.0", "641d1ab097da2b81128c076810edb052b385decc8be3381814802a64a73baf99", [
    4_875,
    "39479916c2db192b5ac9764daddd0c744d83e023ad890c6976c0633ae4df8959",
  ]),
  piper("es_ES-davefx-medium", "CC0-1.0", "6658b03b1a6c316ee4c265a9896abc1393353c2d9e1bca7d66c2c442e222a917", [
    4_817,
    "0e0dda87c732f6f38771ff274a6380d9252f327dca77aa2963d5fbdf9ec54842",
  ]),
  {
    name: "silero-vad-6.2.1",
    form: "silero",
    languages: [],
    licence: "MIT",
    files: {
      activity: {
        url: "https://github.com/snakers4/silero-vad/raw/v6.2.1/src/silero_vad/data/silero_vad.onnx",
        bytes: 2_327_524,
        sha256: "1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3",
      },
    },
  },
];

/** For each use and language, the first model that supports it is the default. */
export const CATALOGUE: readonly PublishedModel[] = MODELS.map((model) => ({
  ...model,
  use: MODEL_FORMS[model.form].use,
}));

/** Returns the first of these models that has this use and supports all these languages. */
export function firstFor<M extends Pick<Model, "use" | "languages">>(
  models: readonly M[],
  use: ModelUse,
  languages: readonly string[],
): M | undefined {
  return models.find((model) => model.use === use && languages.every((each) => model.languages.includes(each)));
}
