// needs: net
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import {
  ASSISTANT_EXTENSION,
  asteriskRoot,
  Containers,
  enterOwnNetwork,
  imageStore,
  type Pbx,
  PROJECT,
  recognise,
  says,
  type ScriptedModel,
  type SpeechServer,
  startPbx,
  startScriptedModel,
  startSpeechServer,
  TcpProxy,
  Telephone,
  until,
} from "../support/index.js";

/** The users of the images. */
const SERVICES = { controller: "1000", asterisk: "950" } as const;
/** The address of the machine for containers, from a range reserved for documentation. */
const MACHINE = "192.0.2.1";
/** The software bill of materials of the controller's image. */
const SBOM = "/app/sbom.cdx.json";

const NO_STORE = "none: ";
const store = enterOwnNetwork(MACHINE, () => {
  try {
    return imageStore();
  } catch (error) {
    process.stderr.write(`# container images NOT tested: ${String(error)}\n`);
    return `${NO_STORE}${String(error)}`;
  }
});
const skip = store.startsWith(NO_STORE) && store;

describe("the images, wired by compose.yaml", { skip, timeout: 180_000 }, () => {
  const parts: AsyncDisposable[] = [];
  let containers: Containers;
  let pbx: Pbx;
  let model: ScriptedModel;
  let speech: SpeechServer;

  const keep = <T extends AsyncDisposable>(part: T): T => {
    parts.unshift(part);
    return part;
  };

  before(async () => {
    const open = { openAddress: MACHINE, openExtensions: [ASSISTANT_EXTENSION] };
    pbx = keep(await startPbx(await asteriskRoot(), open));
    speech = keep(await startSpeechServer());
    model = keep(await startScriptedModel({ conversation: "demo" }));
    const [voice, mind] = [keep(await TcpProxy.to(speech.url, MACHINE)), keep(await TcpProxy.to(model.url, MACHINE))];
    containers = keep(
      await Containers.up(
        store,
        {
          SIP_USER: ASSISTANT_EXTENSION,
          SIP_DOMAIN: MACHINE,
          SIP_PORT: String(pbx.sipPort),
          ASTERISK_EXTERNAL_ADDRESS: MACHINE,
          TIMEZONE: "Europe/Berlin",
          SPEECH_BASE_URL: `${voice.url}/v1`,
          LLM_BASE_URL: `${mind.url}/v1`,
          LLM_MODEL: "scripted",
          TTS_VOICE: "rms",
          FILLER_AFTER_MS: "0",
        },
        pbx.passwords.get(ASSISTANT_EXTENSION) ?? "",
      ),
    );
  });
  after(async () => {
    for (const part of parts) await part[Symbol.asyncDispose]();
  });

  it("pass their health checks", async () => {
    for (const service of Object.keys(SERVICES)) {
      await until(`${service} to be well`, () => containers.isHealthy(service));
    }
  });

  it("become healthy: registered, with a test call, models and store", async () => {
    const [key = ""] = (await readFile(path.join(containers.folder, "secrets/api_keys"), "utf8")).split(/\s/);
    const health = async () => {
      const answer = await fetch("http://127.0.0.1:8080/health?deep=true", { headers: { "X-API-Key": key } });
      return (await answer.json()) as { status: string; checks: Record<string, { ok: boolean; detail?: string }> };
    };
    await until("the service to be well", async () => (await health()).status === "healthy").catch(async () => {
      assert.fail(JSON.stringify(await health()) + (await containers.log("asterisk")));
    });
  });

  it("answer a call and a question", async () => {
    await using phone = await Telephone.connect(pbx);
    await using caller = await phone.dial(ASSISTANT_EXTENSION);
    const greeted = await caller.hearsSilence({ forMs: 1_000 });
    const question = await caller.say(await says("how much is seven times six"));
    const answered = await caller.hearsSilence({ forMs: 1_000, after: Math.max(greeted, question.to) });
    const reply = caller.recording().assistant.subarray(question.to, answered);
    assert.match(await recognise(reply), /forty two/);
  });

  it("run as unprivileged users without capabilities", async () => {
    for (const [service, user] of Object.entries(SERVICES)) {
      const { output } = await containers.exec(service, "cat", "/proc/1/status");
      assert.match(output, new RegExp(`^Uid:\\t${user}\\t${user}\\t${user}\\t${user}$`, "m"), service);
      assert.match(output, /^NoNewPrivs:\t1$/m, service);
      for (const set of ["Inh", "Prm", "Eff", "Bnd", "Amb"]) assert.match(output, new RegExp(`^Cap${set}:\t0+$`, "m"));
    }
  });

  it("have read-only file systems, and wrote nothing outside mounts", async () => {
    for (const service of Object.keys(SERVICES)) {
      const { code, output } = await containers.exec(service, "touch", "/tried");
      assert.deepEqual([code === 0, /Read-only file system/.test(output)], [false, true], `${service}: ${output}`);
      const mounted = /^. \/(data|tmp|run|dev|proc|sys|etc)(\/|$)/;
      const strays = (await containers.changes(service)).filter((line) => !mounted.test(line));
      assert.deepEqual(strays, [], service);
    }
  });

  it("contain only the Asterisk modules that the configuration loads", async () => {
    const { output } = await containers.exec("asterisk", "sh", "-c", "ls /usr/lib/*/asterisk/modules");
    const loaded = [
      ...(await readFile(path.join(PROJECT, "asterisk-config/templates/modules.conf"), "utf8")).matchAll(
        /^load = (\S+)$/gm,
      ),
    ];
    assert.deepEqual(output.trim().split("\n").sort(), loaded.map(([, name]) => name).sort());
  });

  it("list exactly the installed packages in the SBOM, with digests", async () => {
    const { output: text } = await containers.exec("controller", "cat", SBOM);
    const { bomFormat, metadata, components } = JSON.parse(text) as Sbom;
    assert.deepEqual([bomFormat, metadata.component.name], ["CycloneDX", "ari-attendant"]);
    // An aliased package is listed under its alias; only the purl has its own name.
    const listed = components.map(({ purl }) =>
      decodeURIComponent(purl.replace(/^pkg:npm\//, "").replace(/\?.*$/, "")),
    );
    const script = `find /app/node_modules -name package.json -regex '.*/node_modules/\\(@[^/]*/\\)?[^/]*/package.json' -print0 |
      xargs -0 node -e 'for (const file of process.argv.slice(1)) { const p = require(file); if (p.version) console.log(p.name + "@" + p.version); }'`;
    const { output: there } = await containers.exec("controller", "sh", "-c", script);
    assert.deepEqual([...new Set(listed)].sort(), [...new Set(there.trim().split("\n"))].sort());
    assert.deepEqual(
      components.filter(({ hashes }) => !hashes?.length).map(({ name }) => name),
      [],
    );
  });

  it("stop with exit code 0, the controller after a goodbye", async () => {
    await using phone = await Telephone.connect(pbx);
    const caller = await phone.dial(ASSISTANT_EXTENSION);
    await caller.hearsSilence({ forMs: 1_000 });
    const from = caller.length;
    const code = await containers.stop("controller");
    assert.equal(code, 0, await containers.log("controller"));
    await caller.ended;
    assert.match(await recognise(caller.recording().assistant.subarray(from)), /\w/);
    assert.equal(await containers.stop("asterisk"), 0);
  });
});

interface Sbom {
  readonly bomFormat: string;
  readonly metadata: { readonly component: { readonly name: string } };
  readonly components: readonly {
    readonly name: string;
    /** https://github.com/package-url */
    readonly purl: string;
    readonly hashes?: readonly unknown[];
  }[];
}
