/**
 * The text of an answer of somebody who is not trusted to be brief.
 *
 * @param bytes how much of it is read
 * @returns undefined when there is more of it; the rest is not read then, and the connection is closed
 * @throws whatever breaks the connection off
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
