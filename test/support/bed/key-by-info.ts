import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { temporaryFolder } from "../temporary-folder.js";
import { freePort } from "./ports.js";

const SCENARIO = fileURLToPath(new URL("key-by-info.xml", import.meta.url));
const WAIT_MS = 20_000;

export interface KeyByInfo {
  /** The PBX on 127.0.0.1, and what to be there. */
  readonly sipPort: number;
  readonly extension: string;
  readonly password: string;
  /** The number that is called. */
  readonly number: string;
}

/**
 * A call by SIPp that presses 0 by SIP INFO as soon as it is answered, offers no telephone-event and sends no sound.
 * Resolves when it was hung up on.
 *
 * @throws {Error} with what SIPp says when the call goes any other way, or lasts longer than 20 s
 */
export async function keyByInfo({ sipPort, extension, password, number }: KeyByInfo): Promise<void> {
  await using folder = await temporaryFolder(); // SIPp leaves its errors in the folder that it runs in.
  const local = [
    "-i",
    "127.0.0.1",
    "-p",
    String(await freePort()),
    "-mi",
    "127.0.0.1",
    "-mp",
    String(await freePort()),
  ];
  const who = ["-au", extension, "-ap", password, "-key", "extension", extension, "-s", number];
  const once = ["-m", "1", "-nostdin", "-timeout", `${WAIT_MS / 1000}s`, "-timeout_error"];
  const sipp = ["sipp", "-sf", SCENARIO, ...local, ...who, ...once, `127.0.0.1:${sipPort}`];
  await promisify(execFile)("setpriv", ["--pdeathsig", "KILL", ...sipp], {
    cwd: folder.path,
    env: { ...process.env, TERM: "dumb" },
  });
}
