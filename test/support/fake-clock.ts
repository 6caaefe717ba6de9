import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const APT = fileURLToPath(new URL("../../scripts/lib/apt-packages", import.meta.url));

/** A wall clock for other processes, which the test sets while they run. How fast time passes stays as it is. */
export interface FakeClock extends AsyncDisposable {
  /** What a process is started with to go by it (libfaketime). */
  readonly environment: Readonly<Record<string, string>>;
  /** What it shows, ms since the epoch. */
  now(): number;
  /** Steps it by so much, ms, forwards or backwards. */
  step(ms: number): Promise<void>;
}

/** Right at first. Timers do not go by it: they count what has passed, as on a machine whose clock is set. */
export async function fakeClock(): Promise<FakeClock> {
  await run(APT, ["libfaketime"], { timeout: 300_000 });
  const { stdout } = await run("dpkg", ["-L", "libfaketime"]);
  const library = stdout.split("\n").find((path) => path.endsWith("/libfaketime.so.1"));
  if (!library) throw new Error("libfaketime is installed, but where?");
  const folder = await mkdtemp(join(tmpdir(), "fake-clock-"));
  const file = join(folder, "offset");
  let aheadMs = 0;
  const show = () => writeFile(file, `${aheadMs < 0 ? "" : "+"}${(aheadMs / 1000).toFixed(3)}\n`);
  await show();
  return {
    environment: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    },
    now: () => Date.now() + aheadMs,
    step: (ms) => {
      aheadMs += ms;
      return show();
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
