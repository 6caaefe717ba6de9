/**
 * Reads the text of an answer of untrusted length.
 *
 * @param bytes maximum length
 * @returns undefined when it is longer; the rest is then not read, and the connection is closed
 * @throws connection errors
 */
export async function textUpTo(bytes: number, answer: Response): Promise<string | undefined> {
  const parts: Uint8Array[] = [];
  let taken = 0;
  // Leaving the loop cancels the rest.
  for await (const part of answer.body ?? []) {
    taken += part.length;
    if (taken > bytes) return undefined;
    parts.push(part);
  }
  return new TextDecoder().decode(Buffer.concat(parts));
}
