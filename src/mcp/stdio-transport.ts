import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { JSONRPCMessageSchema } from "@modelcontextprotocol/sdk/types.js";
import type { Readable } from "node:stream";
import type { McpProgram } from "../config/mcp-servers.js";
import { createValueLimit } from "../kernel/json-values.js";
import { createInboundLimit, MAX_MESSAGE, tooLong, tooMany } from "./inbound-limit.js";
import { plainText } from "./plain-text.js";
import { type Program, startProgram } from "./program.js";
import { ServerUnavailable } from "./server-unavailable.js";

/** A program with more unread bytes than this has stopped reading. */
const MAX_UNREAD = 1024 * 1024;
/** How long messages are parsed before the event loop continues, in ms. */
const TURN_MS = 2;
const NEWLINE = 0x0a;

/**
 * The stdio transport: one message per line on the program's standard input and output. It replaces the SDK's own, which passes
 * on part of the environment, accepts messages of any length and does not end the program's children.
 *
 * @param onOutput receives each line that the program prints on standard error
 */
export function createStdioTransport(server: McpProgram, onOutput: (line: string) => void): Transport {
  let program: Program | undefined;
  let closed = false;

  const transport: Transport = {
    async start() {
      program = await startProgram(server);
      if (closed) return program.stop();
      const { stdout, stderr } = program.streams;
      forwardOutput(stderr, onOutput);
      void read(stdout).catch((error: unknown) => {
        if (closed || !(error instanceof ServerUnavailable)) return; // A stream breaks off because the program has ended.
        transport.onerror?.(error);
        void transport.close();
      });
      void program.ended.then((how) => {
        if (!closed) transport.onerror?.(new ServerUnavailable(`it ended (${how})`));
        transport.onclose?.();
      });
    },

    async send(message) {
      if (!program || closed) throw new ServerUnavailable("it has ended");
      const { stdin } = program.streams;
      if (stdin.writableLength > MAX_UNREAD) throw new ServerUnavailable("it does not read what it is sent");
      stdin.write(`${JSON.stringify(message)}\n`);
    },

    async close() {
      closed = true;
      await program?.stop();
    },
  };

  /** @throws {ServerUnavailable} when a limit is exceeded */
  async function read(stdout: AsyncIterable<Buffer>): Promise<void> {
    const takeLines = createLineReader();
    const count = createInboundLimit();
    const mayBeParsed = createValueLimit("lines");
    let begun = performance.now();
    for await (const chunk of stdout) {
      count(chunk.length, 0);
      if (!mayBeParsed(chunk)) throw tooMany();
      for (const line of takeLines(chunk)) {
        if (closed) return;
        count(0, 1);
        receive(line);
        if (performance.now() - begun < TURN_MS) continue;
        await new Promise((next) => setImmediate(next)); // The audio of calls has priority.
        begun = performance.now();
      }
    }
  }

  function receive(line: string): void {
    let message;
    try {
      message = JSONRPCMessageSchema.parse(JSON.parse(line));
    } catch {
      // Many programs print a greeting.
      if (line.trim() !== "") transport.onerror?.(new Error("printed a line that is not a message"));
      return;
    }
    transport.onmessage?.(message);
  }

  return transport;
}

/**
 * Splits a stream of bytes into lines.
 *
 * @returns a function that takes the next bytes and returns the completed lines, without their ends
 * @throws {ServerUnavailable} from that function, when a line exceeds the maximum length of a message
 */
function createLineReader(): (chunk: Buffer) => readonly string[] {
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

const MAX_LINE_LENGTH = 500;
/** Lines per window; more are dropped. */
const MAX_LINES = 20;
const WINDOW_MS = 10_000;

/** Passes on what a program prints, line by line and rate-limited. Everything is read, so that the program never blocks. */
function forwardOutput(stream: Readable, onLine: (line: string) => void): void {
  let rest = "";
  let since = performance.now();
  let passed = 0;
  let dropped = 0;

  function put(line: string): void {
    if (line.trim() === "") return;
    if (performance.now() - since > WINDOW_MS) {
      if (dropped > 0) onLine(`${dropped} lines were dropped: too many at once`);
      since = performance.now();
      passed = 0;
      dropped = 0;
    }
    if (passed === MAX_LINES) {
      dropped++;
      return;
    }
    passed++;
    onLine(plainText(line, MAX_LINE_LENGTH));
  }

  stream.on("data", (chunk: Buffer) => {
    const lines = (rest + chunk.toString("utf8")).split("\n");
    rest = (lines.pop() ?? "").slice(0, MAX_LINE_LENGTH);
    for (const line of lines) put(line);
  });
  stream.once("close", () => {
    put(rest);
    if (dropped > 0) onLine(`${dropped} lines were dropped: too many at once`);
  });
}
