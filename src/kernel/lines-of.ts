/**
 * Reads text in UTF-8 line by line. Only LF, or CR and LF, ends a line: `node:readline` also breaks at a CR alone and, from
 * Node.js 24 on, at U+2028 and U+2029, which JSON may contain unescaped.
 *
 * @throws errors of the stream
 */
export async function* linesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let begun: string[] = [];
  for await (const bytes of stream) {
    const [first = "", ...others] = decoder.decode(bytes, { stream: true }).split("\n");
    begun.push(first);
    for (const next of others) {
      yield withoutReturn(begun.join(""));
      begun = [next];
    }
  }
  const last = begun.join("") + decoder.decode();
  if (last !== "") yield withoutReturn(last);
}

const withoutReturn = (line: string) => (line.endsWith("\r") ? line.slice(0, -1) : line);
