import type { ApiServer } from "./api-server.js";

/**
 * Runs a server as a process of its own: prints {"url": …} as one line and ends when its standard input closes, or on
 * SIGTERM or SIGINT. Whoever starts it holds the pipe, so it cannot be left behind.
 */
export async function runStandalone(server: ApiServer): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    process.stdin.once("end", resolve).once("close", resolve).resume();
    process.once("SIGTERM", () => resolve()).once("SIGINT", () => resolve());
  });
  process.stdout.write(`${JSON.stringify({ url: server.url })}\n`);
  await ended;
  await server[Symbol.asyncDispose]();
  process.exit(0);
}

/** The port that the command line asks for with `--port N`; 0, any free one, without it. */
export function portArgument(): number {
  const at = process.argv.indexOf("--port");
  return at < 0 ? 0 : Number(process.argv[at + 1]);
}
