import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { JSONRPCMessageSchema } from "@modelcontextprotocol/sdk/types.js";
import type { McpProgram } from "../config/mcp-servers.js";
import { Away } from "./away.js";
import { createMessageLines } from "./message-lines.js";
import { tellOutput } from "./output-lines.js";
import { type Program, startProgram } from "./program.js";
import { createTrafficLimit } from "./traffic.js";

/** A program that has so much waiting for it, in bytes, reads nothing. */
const MAX_WAITING = 1024 * 1024;

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
      const takeLines = createMessageLines();
      const count = createTrafficLimit();
      tellOutput(stderr, onOutput);
      stdout.on("data", (chunk: Buffer) => {
        if (closed) return;
        try {
          count(chunk.length, 0);
          for (const line of takeLines(chunk)) {
            count(0, 1);
            receive(line);
          }
        } catch (error) {
          transport.onerror?.(error as Error);
          void transport.close();
        }
      });
      void program.ended.then((how) => {
        if (!closed) transport.onerror?.(new Away(`it ended (${how})`));
        transport.onclose?.();
      });
    },

    async send(message) {
      if (!program || closed) throw new Away("it has ended");
      const { stdin } = program.streams;
      if (stdin.writableLength > MAX_WAITING) throw new Away("it does not read what it is sent");
      stdin.write(`${JSON.stringify(message)}\n`);
    },

    async close() {
      closed = true;
      await program?.stop();
    },
  };

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
