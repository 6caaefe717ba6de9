/** A WAV file of mono 16-bit samples. */
export function wavOf(samples: Int16Array, sampleRate: number): Buffer {
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + samples.byteLength, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(sampleRate, 24);
  head.writeUInt32LE(sampleRate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write("data", 36);
  head.writeUInt32LE(samples.byteLength, 40);
  return Buffer.concat([head, bytesOf(samples)]);
}

/**
 * The samples of a WAV file.
 *
 * @throws {Error} when it is not mono 16-bit PCM at the rate expected
 */
export function samplesOfWav(wav: Buffer, sampleRate: number): Int16Array {
  if (wav.length < 12 || wav.toString("latin1", 0, 4) !== "RIFF" || wav.toString("latin1", 8, 12) !== "WAVE") {
    throw new Error("not a WAV file");
  }
  let formatSeen = false;
  for (let at = 12; at + 8 <= wav.length;) {
    const id = wav.toString("latin1", at, at + 4);
    const length = wav.readUInt32LE(at + 4);
    const body = wav.subarray(at + 8, at + 8 + length);
    if (id === "fmt ") {
      const [format, channels, rate] = [body.readUInt16LE(0), body.readUInt16LE(2), body.readUInt32LE(4)];
      const bits = body.readUInt16LE(14);
      if (format !== 1 || channels !== 1 || bits !== 16 || rate !== sampleRate) {
        throw new Error(`mono 16-bit PCM at ${sampleRate} Hz expected, not ${channels} × ${bits} bit at ${rate} Hz`);
      }
      formatSeen = true;
    }
    // A file written while its length was not yet known says 0 or the largest number: what is there counts.
    if (id === "data" && formatSeen) return samplesOf(length === 0 ? wav.subarray(at + 8) : body);
    at += 8 + length + (length % 2);
  }
  throw new Error("a WAV file without samples");
}

export function bytesOf(samples: Int16Array): Buffer {
  return Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
}

/** Copies: the bytes may lie at an odd address, where no Int16Array can look at them. */
export function samplesOf(bytes: Buffer): Int16Array {
  const samples = new Int16Array(bytes.length >> 1);
  bytesOf(samples).set(bytes.subarray(0, samples.byteLength));
  return samples;
}
