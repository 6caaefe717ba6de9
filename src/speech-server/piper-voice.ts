import { appendFile, copyFile, rename, stat } from "node:fs/promises";
import { onDisk } from "../kernel/write-whole.js";

/** What is used of the configuration that comes with a Piper voice. */
export interface PiperConfig {
  /** Hz. */
  readonly sampleRate: number;
  /** espeak-ng's name of the language, such as `en-us`. */
  readonly espeakVoice: string;
  readonly speakers: number;
  readonly phonemes: Readonly<Record<string, readonly number[]>>;
}

/** @throws {Error} when it is not the configuration of a voice that speaks by espeak-ng's phonemes */
export function readPiperConfig(text: string): PiperConfig {
  const {
    audio,
    espeak,
    num_speakers: speakers,
    phoneme_id_map: phonemes,
  } = JSON.parse(text) as {
    readonly audio?: { readonly sample_rate?: number };
    readonly espeak?: { readonly voice?: string };
    readonly num_speakers?: number;
    readonly phoneme_id_map?: Readonly<Record<string, readonly number[]>>;
  };
  const sampleRate = audio?.sample_rate;
  if (!sampleRate || !espeak?.voice || !phonemes)
    throw new Error("expected the configuration of a Piper voice: audio.sample_rate, espeak.voice, phoneme_id_map");
  return { sampleRate, espeakVoice: espeak.voice, speakers: speakers ?? 1, phonemes };
}

/**
 * Makes the copy of a voice that sherpa-onnx reads: it looks for the configuration in the metadata of the model itself. Metadata
 * are repeated fields of ONNX's outermost message, so they may be appended to the file.
 */
export async function writeDescribedVoice(from: string, to: string, config: PiperConfig): Promise<void> {
  const metadata = Buffer.concat(
    Object.entries({
      model_type: "vits",
      comment: "piper",
      language: config.espeakVoice,
      voice: config.espeakVoice,
      has_espeak: "1",
      n_speakers: String(config.speakers),
      sample_rate: String(config.sampleRate),
    }).map(([key, value]) =>
      protobufField(METADATA_PROPS, Buffer.concat([stringField(1, key), stringField(2, value)])),
    ),
  );
  const known = await stat(to).catch(() => undefined);
  if (known?.size === (await stat(from)).size + metadata.length) return;
  const part = `${to}.part`;
  await copyFile(from, part);
  await appendFile(part, metadata);
  await onDisk(part);
  await rename(part, to);
}

/** The number of ModelProto.metadata_props. Source: onnx.proto3. */
const METADATA_PROPS = 14;
const LENGTH_DELIMITED = 2;

function stringField(number: number, text: string): Buffer {
  return protobufField(number, Buffer.from(text));
}

/** A field shorter than 128 bytes, with a number under 16. */
function protobufField(number: number, content: Buffer): Buffer {
  if (content.length > 127) throw new Error(`a field of ${content.length} bytes`);
  return Buffer.concat([Buffer.from([(number << 3) | LENGTH_DELIMITED, content.length]), content]);
}
