import { MAX_MESSAGE, tooLong } from "./inbound-limit.js";

const NEWLINE = 0x0a;

/**
 * Cuts a stream of bytes into lines.
 *
 * @returns takes the next bytes and gives the lines that are whole by then, without their ends
 * @throws {Away} from that, when a line has no end
 */
export function createMessageLines(): (chunk: Buffer) => readonly string[] {
  let begun: Buffer[] = [];
  let length = 0;

  return (chunk) => {
    const lines: string[] = [];
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      lines.push(Buffer.concat([...begun, chunk.subarray(from, end)]).toString("utf8"));
      begun = [];
      length = 0;
      from = end + 1;
    }
    begun.push(chunk.subarray(from));
    length += chunk.length - from;
    if (length > MAX_MESSAGE) throw tooLong();
    return lines;
  };
}
