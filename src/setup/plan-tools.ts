import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { PlanTools } from "./draft.js";
import type { Bytes } from "./file-state.js";

/** Programs and files of the project that plans need. Their output goes to a temporary folder. */
export function planTools(project: string, folder: string, path: string | undefined): PlanTools {
  const env = { PATH: path ?? "/usr/bin:/bin" };
  return {
    snippet: (name) =>
      readFileSync(join(project, /^[\w-]+\.conf$/.test(name) ? "asterisk-config/freepbx" : "", name), "latin1"),
    newSecret: () => randomBytes(24).toString("base64url"),
    render: (settings) =>
      filesMadeBy((made) => {
        const known = Object.entries(settings).filter(([name, value]) => value !== "" && /^[A-Z_]+$/.test(name));
        run(join(project, "asterisk-config/render"), [made], { ...env, ...Object.fromEntries(known) });
      }),
    makeSecrets: (sipPassword, profiles) =>
      filesMadeBy((made) => {
        const secrets = join(folder, "secrets");
        if (existsSync(secrets)) cpSync(secrets, made, { recursive: true });
        run(
          join(project, "scripts/make-secrets"),
          ["--sip-password-from", "-", made],
          { ...env, COMPOSE_PROFILES: profiles },
          sipPassword,
        );
      }),
  };
}

/** @throws with the program's message, which names every fault and no secret */
function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv, input = ""): void {
  try {
    execFileSync(program, args, { env, input, encoding: "utf8", stdio: ["pipe", "pipe", "pipe"] });
  } catch (error) {
    const said = String((error as { stderr?: string }).stderr ?? "").trim();
    throw new Error(said || `${program} cannot be run`);
  }
}

function filesMadeBy(make: (folder: string) => void): ReadonlyMap<string, Bytes> {
  const made = mkdtempSync(join(tmpdir(), "attendant-setup-"));
  try {
    make(made);
    const entries = readdirSync(made, { recursive: true, withFileTypes: true });
    const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    return new Map(paths.sort().map((path) => [relative(made, path), readFileSync(path, "latin1")]));
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}
