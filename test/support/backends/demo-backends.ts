import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { withDeadline } from "../../../src/kernel/deadline.js";
import { programArgs } from "../program.js";

/** The back ends of a demonstration: those of the environment where it names any, else scripted ones. */
export interface DemoBackends extends AsyncDisposable {
  /** What the controller needs to know to use them. */
  readonly settings: Readonly<Record<string, string>>;
}

const START_MS = 30_000;
/** Settings of back ends that are passed on to the controller as they are. */
const PASSED_ON = /^(LLM|STT|TTS|SPEECH)_|^SYSTEM_PROMPT/;

/** Starts, as processes of their own, the back ends that the environment does not name. */
export async function startDemoBackends(env: NodeJS.ProcessEnv): Promise<DemoBackends> {
  const settings: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value && PASSED_ON.test(name)) settings[name] = value;
  const children: ChildProcess[] = [];
  const start = async (file: string) => {
    const { child, url } = await startStandalone(file);
    children.push(child);
    return url;
  };
  const dispose = async () => {
    await Promise.all(children.map(end));
  };
  try {
    if (!settings.LLM_BASE_URL) {
      settings.LLM_BASE_URL = await start("scripted-model-main.ts");
      settings.LLM_MODEL = "scripted";
    }
    if (!settings.SPEECH_BASE_URL && !(settings.STT_BASE_URL && settings.TTS_BASE_URL)) {
      settings.SPEECH_BASE_URL = await start("speech-server-main.ts");
      // Of flite's voices the one that the recogniser understands best; of another voice's server this is none.
      if (!settings.TTS_BASE_URL) settings.TTS_VOICE ??= "rms";
    }
    return { settings, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

async function startStandalone(file: string): Promise<{ child: ChildProcess; url: string }> {
  // Its standard input is a pipe of ours: it ends when we do, however we do.
  const child = spawn(process.execPath, programArgs(new URL(file, import.meta.url).href), {
    stdio: ["pipe", "pipe", "inherit"],
  });
  try {
    const ended = once(child, "exit").then(([code]) => {
      throw new Error(`${file} ended with ${String(code)} before it was ready`);
    });
    ended.catch(() => {}); // Later it may end.
    const [line] = await withDeadline(START_MS, undefined, `starting ${file}`, (signal) =>
      Promise.race([once(createInterface({ input: child.stdout }), "line", { signal }), ended]),
    );
    return { child, url: (JSON.parse(String(line)) as { url: string }).url };
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.stdin?.end();
  await once(child, "exit");
}
