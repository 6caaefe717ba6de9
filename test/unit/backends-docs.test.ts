import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseEnv } from "node:util";
import { loadSettings } from "../../src/config/settings.js";
import { textOf } from "../support/compose-file.js";
import { ANSWERS, composeInstallation } from "../support/compose-installation.js";
import { anchorsOf, linksOf, sectionOf } from "../support/markdown.js";

const PAGE = "docs/backends.md";
const KEY = "0123456789abcdef0123";

/** The code blocks of a section in one language. */
function blocksIn(heading: string, language: string): string[] {
  const blocks = sectionOf(PAGE, heading).matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, "gm"));
  return [...blocks].map(([, block = ""]) => block);
}

const MACHINES = [
  "No graphics card",
  "A graphics card of 8 GB",
  "12 GB",
  "24 GB",
  "Speech here, the model elsewhere",
  "All at a provider",
] as const;

describe("docs/backends.md", () => {
  it("has a part of .env for each machine that it describes", () => {
    assert.ok(MACHINES.every((heading) => blocksIn(heading, "ini").length === 1));
    const told = linksOf(PAGE).filter(({ path, anchor }) => path === PAGE && /gb|card|provider|here/.test(anchor));
    assert.deepEqual([...new Set(told.map(({ anchor }) => anchor))].length, MACHINES.length);
    for (const { anchor } of told) assert.ok(anchorsOf(PAGE).has(anchor), anchor);
  });

  it("writes settings there that are taken without a warning, by the controller by itself and through Compose", () => {
    for (const heading of MACHINES) {
      const written = parseEnv(blocksIn(heading, "ini")[0] ?? "") as Record<string, string>;
      const { COMPOSE_PROFILES: profiles, ...settings } = written;
      const given = profiles ? { ...parseEnv(textOf("compose/local.env").replace(/\$\{\w+:-(.*)\}/g, "$1")) } : {};
      const { warnings } = loadSettings(
        { ...given, ...settings, ARI_PASSWORD: "secret", API_KEYS: KEY },
        { hostTimeZone: "UTC" },
      );
      assert.deepEqual(warnings, [], heading);

      using installation = composeInstallation("compose.yaml");
      installation.write({ ...ANSWERS, ...written });
      installation.makeSecrets();
      for (const override of ["", ...blocksIn(heading, "yaml")]) {
        if (override) installation.override(override);
        const { status, stderr, services } = installation.config();
        assert.deepEqual([status, stderr], [0, ""], heading);
        const { environment = {} } = services.controller ?? {};
        for (const [name, value] of Object.entries(settings)) assert.equal(environment[name], value, heading);
        if (override.includes("unused")) assert.ok(!services.llm && services.speech, heading);
        if (override.includes("cuda")) assert.match(services.speech?.image ?? "", /-cuda$/);
      }
    }
  });

  it("shuts the models in once they are there, and the controller reaches them still", () => {
    const [override = ""] = blocksIn("Without the internet, once the models are there", "yaml");
    using installation = composeInstallation("compose.yaml");
    installation.write({ ...ANSWERS, COMPOSE_PROFILES: "local" });
    installation.makeSecrets();
    assert.equal(installation.config().networks.models?.internal, undefined);
    installation.override(override);
    const { status, stderr, services, networks } = installation.config();
    assert.deepEqual([status, stderr, networks.models?.internal], [0, "", true]);
    const inside = ["llm", "speech"].map((name) => Object.keys(services[name]?.networks ?? {}));
    assert.deepEqual(inside, [["models"], ["models"]]);
    assert.ok(Object.keys(services.controller?.networks ?? {}).includes("models"));
    assert.deepEqual([services["llm-model"], services["speech-models"]], [undefined, undefined]);
  });
});
