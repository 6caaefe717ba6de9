import { execFile } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { readEnvText } from "../../config/env-file.js";
import { allSettings } from "../../config/schema.js";
import { loadPhrases } from "../../config/phrases.js";
import { isSecret } from "../../config/secret-variables.js";
import { advice, type Check, fault, good } from "../check.js";
import { misreadByCompose } from "../env-file.js";
import { GIVE_IT, readPermitted } from "../read-permitted.js";

const COMPOSE_MS = 5_000;
const COMPOSE_FLOOR = [2, 24] as const;
/** Expected on a personal machine, so it is not reported. */
const ON_LOOPBACK = /API_KEYS is not set: the HTTP interface can be reached from this machine only/;

const settings: Check = {
  name: "settings",
  title: "Settings as the service reads them",
  remedies: [
    [/UTF-/, "Save .env, or the file that the setting names, as UTF-8"],
    [
      /in line|in lines|Line \d/,
      "Correct those lines of .env: one setting per line, NAME=value; put values that contain # in single quotes",
    ],
    [/quotation mark/, "Remove the quotation marks: in the environment they are part of the value"],
    [/is in \.env and in the environment/, "Keep one of the two: the environment takes precedence"],
    [/every user of this machine/, "Run chmod 640 .env, and give it the group of the user that the service runs as"],
    [/is not a setting/, "Correct the name: docs/settings.md has all of them"],
    [/with a blank/, "Remove the blank: it is part of the value"],
    [/Former names/, "Rename each of them in .env or the environment as shown"],
    [/has no effect/, "Remove it, or check docs/settings.md for what it depends on"],
    [/./, "Correct each of them in .env or the environment; docs/settings.md describes all settings"],
  ],
  async look({ faults, misspelt, remarks, warnings, envFile, given, environment, folder }) {
    if (faults.length > 0) {
      const each = faults.map(
        ({ name, problem, given: shown }) => `${name}: ${problem}${shown ? `; given: ${shown}` : ""}`,
      );
      const where = envFile === undefined ? [`There is no .env in ${folder}`] : [];
      return fault([...each, ...misspelt, ...remarks, ...where].join(". "));
    }
    const overridden = Object.entries(readEnvText(envFile ?? "").values)
      .filter(([name, value]) => value !== "" && given[name] !== undefined && given[name] !== value && isSetting(name))
      .map(([name]) => `${name} is in .env and in the environment, with another value`);
    const told = [...warnings.filter((each) => !ON_LOOPBACK.test(each)), ...overridden, ...exposed(folder, envFile)];
    if (told.length > 0) return advice(told.join(". "));
    const count = allSettings().filter(({ name }) => environment[name] || environment[`${name}_FILE`]).length;
    return good(`${count} settings are given, and all are valid.`);
  },
};

export const PHRASES_CHECK: Check = {
  name: "phrases",
  title: "Phrases of your own",
  needs: ["folder"],
  settings: ["PHRASES_", "DATA_DIR"],
  remedies: [
    [/EACCES/, GIVE_IT],
    [/./, "Correct phrases.json: docs/settings.md#phrases-of-your-own"],
  ],
  async look({ settings: { phrases: own, general, stt } }) {
    const needs = { given: own, language: stt.language, dataDir: general.dataDir, readFile: readPermitted };
    const { warnings } = loadPhrases(needs);
    if (warnings.length === 0) return good("All phrases can be read.");
    const found = warnings.join(". ");
    return /EACCES/.test(found) ? fault(found) : advice(found);
  },
};

const compose: Check = {
  name: "compose",
  title: "Settings as Docker Compose reads them",
  deadlineMs: COMPOSE_MS + 1_000,
  remedies: [
    [/Compose \d/, "Install Docker Compose 2.24 or later"],
    [
      /differently/,
      "Write the value in single quotes, which both read alike, or put it into a file and set NAME_FILE to the path",
    ],
  ],
  async look({ folder, envFile, given }, signal) {
    if (!existsSync(join(folder, "compose.yaml")) || envFile === undefined)
      return good("Not used: there is no compose.yaml with a .env here.");
    const misread = misreadByCompose(envFile, given);
    const version = await composeVersion(signal);
    const isOld = version !== undefined && isBelow(version);
    // Every clone has a compose.yaml. Without Compose, or without its secrets, Compose does not read .env.
    const isUsed = version !== undefined && existsSync(join(folder, "secrets/made-by-make-secrets"));
    if (misread.length > 0) {
      const each = misread.map(({ name, why }) => `${name} (${why})`).join(", ");
      const detail = `Docker Compose reads these values in .env differently from Node: ${each}.`;
      return isUsed ? fault(detail) : advice(detail);
    }
    if (isOld && isUsed) return fault(`Docker Compose ${version} cannot read compose.yaml, which needs 2.24.`);
    return good(
      version === undefined
        ? "Both read .env alike; Docker Compose is not installed here."
        : `Both read .env alike; Docker Compose ${version}.`,
    );
  },
};

const node: Check = {
  name: "node",
  title: "Node.js",
  remedies: [[/./, "Install Node.js 20.19 or later; 24 is best"]],
  async look() {
    const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
    if (major < 20 || (major === 20 && minor < 19)) return fault(`Node.js ${process.versions.node} is too old.`);
    return good(`Node.js ${process.versions.node}.`);
  },
};

export const SETTINGS_CHECKS: readonly Check[] = [node, settings, compose];

/** Returns a warning if every user of the machine can read secrets in `.env`. */
function exposed(folder: string, envFile = ""): readonly string[] {
  const { values } = readEnvText(envFile);
  const secret = Object.keys(values).find((name) => isSecret(name) && values[name]);
  if (secret === undefined || !(statSync(join(folder, ".env")).mode & 0o004)) return [];
  return [`.env has secrets (${secret}) and can be read by every user of this machine`];
}

function isSetting(name: string): boolean {
  return allSettings().some((setting) => setting.name === name);
}

/** Returns Docker Compose's version; undefined if it is missing or does not work. */
export function composeVersion(signal: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile("docker", ["compose", "version", "--short"], { signal, timeout: COMPOSE_MS }, (error, stdout) =>
      resolve(error ? undefined : /\d+\.\d+(\.\d+)?/.exec(stdout)?.[0]),
    );
  });
}

function isBelow(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major < COMPOSE_FLOOR[0] || (major === COMPOSE_FLOOR[0] && minor < COMPOSE_FLOOR[1]);
}
