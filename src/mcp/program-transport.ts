import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { JSONRPCMessageSchema } from "@modelcontextprotocol/sdk/types.js";
import type { McpProgram } from "../config/mcp-servers.js";
import { ServerUnavailable } from "./away.js";
import { createMessageLines } from "./message-lines.js";
import { tellOutput } from "./output-lines.js";
import { type Program, startProgram } from "./program.js";
import { createInboundLimit } from "./inbound-limit.js";

/** A program that has so much waiting for it, in bytes, reads nothing. */
const MAX_WAITING = 1024 * 1024;
/** So long messages are read in one go, ms. */
const TURN_MS = 2;

/**
 * Speaks to a program over its standard input and output, a message to a line. In the place of the SDK's own, which hands
 * on some of the environment, takes messages of any length and leaves alone what the program has started.
 *
 * @param onOutput takes each line that the program prints on standard error
 */
export function createProgramTransport(server: McpProgram, onOutput: (line: string) => void): Transport {
  let program: Program | undefined;
  let closed = false;

  const transport: Transport = {
    async start() {
      program = await startProgram(server);
      if (closed) return program.stop();
      const { stdout, stderr } = program.streams;
      tellOutput(stderr, onOutput);
      void read(stdout).catch((error: unknown) => {
        if (closed || !(error instanceof ServerUnavailable)) return; // A stream that breaks off does so because the program has ended.
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
      if (stdin.writableLength > MAX_WAITING) throw new ServerUnavailable("it does not read what it is sent");
      stdin.write(`${JSON.stringify(message)}\n`);
    },

    async close() {
      closed = true;
      await program?.stop();
    },
  };

  /** @throws {ServerUnavailable} when it is more than can be read */
  async function read(stdout: AsyncIterable<Buffer>): Promise<void> {
    const takeLines = createMessageLines();
    const count = createInboundLimit();
    let begun = performance.now();
    for await (const chunk of stdout) {
      count(chunk.length, 0);
      for (const line of takeLines(chunk)) {
        if (closed) return;
        count(0, 1);
        receive(line);
        if (performance.now() - begun < TURN_MS) continue;
        await new Promise((next) => setImmediate(next)); // The audio of calls goes first.
        begun = performance.now();
      }
    }
  }

  function receive(line: string): void {
    let message;
    try {
      message = JSONRPCMessageSchema.parse(JSON.parse(line));
    } catch {
      // Many programs greet whoever starts them.
      if (line.trim() !== "") transport.onerror?.(new Error("printed a line that is no message"));
      return;
    }
    transport.onmessage?.(message);
  }

  return transport;
}
