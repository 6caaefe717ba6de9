import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withDeadline } from "../../src/kernel/deadline.js";
import { describe } from "../../src/kernel/errors.js";
import { createToolbox, type Toolbox } from "../../src/toolbox/toolbox.js";
import type { ToolEnvironment, ToolResult } from "../../src/toolbox/tool.js";
import type { Facts, Log } from "../../src/observability/log.js";
import { createPlugins, type Plugins } from "../../src/plugins/plugins.js";
import { toolEnvironment } from "./fakes/tool-context.js";

export interface Line {
  readonly event: string;
  readonly msg: string;
  readonly data: Facts | undefined;
}

/** A folder of plugins on disk, loaded into a toolbox, with everything that was reported about them. */
export interface PluginFolder extends AsyncDisposable {
  readonly path: string;
  readonly toolbox: Toolbox;
  readonly plugins: Plugins;
  readonly lines: readonly Line[];
  /** Resolves with the first line, past or to come, whose message fits. */
  logged(words: RegExp): Promise<Line>;
  write(files: Readonly<Record<string, string>>): Promise<void>;
  remove(file: string): Promise<void>;
  use(tool: string, parameters?: unknown, environment?: Partial<ToolEnvironment>): Promise<ToolResult>;
}

export interface FolderOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly toolTimeoutMs?: number;
  readonly loadMs?: number;
  /** Whether the folder must exist. */
  readonly expected?: boolean;
}

/** A tool that does `body` and says what that returns. */
export function toolSource(name: string, body: string, more = ""): string {
  return `export default { name: "${name}", description: "For a test.", ${more} async execute(parameters, context) { ${body} } };\n`;
}

/** As above, of a body that is an expression for the message. */
export function saying(name: string, expression: string): string {
  return toolSource(name, `return { status: "SUCCESS", message: String(${expression}) };`);
}

export async function pluginFolder(
  files: Readonly<Record<string, string>>,
  { environment = {}, toolTimeoutMs = 10_000, loadMs = 5_000, expected = true }: FolderOptions = {},
): Promise<PluginFolder> {
  const path = await mkdtemp(join(tmpdir(), "plugins-"));
  const lines: Line[] = [];
  const waiting = new Set<() => void>();
  const put = (event: string, msg: string, data?: Facts) => {
    lines.push({ event, msg, data });
    for (const look of waiting) look();
  };
  const log: Log = { debug: put, info: put, warn: put, error: put, said: put, hide: () => {}, with: () => log };
  const toolbox = createToolbox([], {
    timeoutMs: toolTimeoutMs,
    onThrow: (tool, error) => put("tool_threw", `${tool.name}: ${describe(error)}`),
  });
  const plugins = createPlugins({
    folder: path,
    expected,
    env: environment,
    toolTimeoutMs,
    loadMs,
    toolbox,
    log,
  });

  const write = async (contents: Readonly<Record<string, string>>) => {
    for (const [file, content] of Object.entries(contents)) await writeFile(join(path, file), content);
  };
  await write(files);
  await plugins.load();
  return {
    path,
    toolbox,
    plugins,
    lines,
    write,
    remove: (file) => rm(join(path, file)),
    use: (tool, parameters = {}, environment = {}) =>
      toolbox.execute(tool, parameters, toolEnvironment({ log, ...environment })),
    logged: (words) =>
      withDeadline(10_000, undefined, `a line ${words}`, () => {
        return new Promise<Line>((resolve) => {
          const look = () => {
            const found = lines.find((line) => words.test(line.msg));
            if (!found) return;
            waiting.delete(look);
            resolve(found);
          };
          waiting.add(look);
          look();
        });
      }),
    async [Symbol.asyncDispose]() {
      await plugins[Symbol.asyncDispose]();
      await rm(path, { recursive: true, force: true });
    },
  };
}
