import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { describe, it, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { FULL, isFreeForTcp, Softphone } from "../support/index.js";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));
const STARTED = /calling 8000/;
/** The last of what it shows once it has called itself, and waits for others to call. */
const CALLED = /Ctrl-C ends everything/;
/** How each of the greetings ends. */
const GREETINGS = ["How can I help you?", "What can I do for you?", "How can I help?"];
const START_MS = 120_000;
const END_MS = 20_000;

/** Everything that a process has started, and what those have. */
function descendants(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    const stat = /^\d+$/.test(name) ? statOf(Number(name)) : undefined;
    if (stat) parents.set(Number(name), stat.parent);
  }
  const found = [root];
  for (const each of found) for (const [pid, parent] of parents) if (parent === each) found.push(pid);
  return found.slice(1);
}

/** Undefined of one that is gone, or waits only to be asked how it ended. */
function statOf(pid: number): { readonly parent: number; readonly began: string } | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    const [state, parent] = fields;
    return state === "Z" ? undefined : { parent: Number(parent), began: fields[19] ?? "" };
  } catch {
    return undefined;
  }
}

/** What it was started with; empty of one that is gone, as those are soon that only looked something up. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}

/** Starts it, and waits until all of its processes are there, and it has shown `sign`. */
async function startDemo(t: TestContext, command: readonly [string, ...string[]], sign = STARTED) {
  const [program, ...args] = command;
  const child: ChildProcess = spawn(program, args, { cwd: PROJECT, detached: true, stdio: ["pipe", "pipe", "pipe"] });
  const pid = child.pid ?? assert.fail("it cannot be started");
  t.after(() => child.kill("SIGKILL"));
  let shown = "";
  const started = new Promise<void>((resolve, reject) => {
    for (const output of [child.stdout, child.stderr]) {
      output?.setEncoding("utf8").on("data", (text: string) => {
        shown += text;
        if (sign.test(shown)) resolve();
      });
    }
    child.once("exit", () => reject(new Error(`it ended:\n${shown}`)));
    setTimeout(() => reject(new Error(`it did not start:\n${shown}`)), START_MS).unref();
  });
  await started;
  const all = descendants(pid).map((each) => ({ pid: each, began: statOf(each)?.began }));
  const commands = all.map((each) => commandOf(each.pid)).join("\n");
  for (const part of ["asterisk", "dist/src/main.js", "scripted-model", "speech-server"]) {
    assert.ok(commands.includes(part), `${part} runs`);
  }
  return {
    child,
    pid,
    get shown() {
      return shown;
    },
    demo: all.find((each) => commandOf(each.pid).includes("lib/demo.ts"))?.pid ?? pid,
    /** Resolves when nothing of it is left. */
    async isGone() {
      const left = () => all.filter((each) => statOf(each.pid)?.began === each.began && each.began !== undefined);
      const until = performance.now() + END_MS;
      while (left().length > 0 && performance.now() < until) await new Promise((next) => setTimeout(next, 50));
      assert.deepEqual(
        left().map((each) => commandOf(each.pid)),
        [],
      );
    },
  };
}

/** The addresses of this machine at which processes listen on a UDP port, as /proc has them. */
function listenersOfUdp(port: number): readonly string[] {
  const rows = readFileSync("/proc/net/udp", "utf8").trim().split("\n").slice(1);
  return rows.flatMap((row) => {
    const [address = "", hexPort = ""] = row.trim().split(/\s+/)[1]?.split(":") ?? [];
    return Number.parseInt(hexPort, 16) === port ? [Buffer.from(address, "hex").reverse().join(".")] : [];
  });
}

describe("the demonstration", () => {
  it("is called by a telephone elsewhere when it is open, at the address that was named and no other, and leaves nothing", async (t) => {
    const demo = await startDemo(t, ["scripts/demo", "--open", "--address", "127.0.0.2"], CALLED);
    const [, host] = /^ +SIP server, registrar +(\S+)$/m.exec(demo.shown) ?? [];
    const [, port] = /^ +port, transport +(\d+), UDP/m.exec(demo.shown) ?? [];
    const [, user = ""] = /^ +user, authentication +(\S+)$/m.exec(demo.shown) ?? [];
    const [, password = ""] = /^ +password +(\S+)$/m.exec(demo.shown) ?? [];
    assert.match(demo.shown, /^WARNING: /m);
    assert.ok(password.length >= 20, "a password of at least 120 bits");
    assert.deepEqual([...listenersOfUdp(Number(port))].sort(), ["127.0.0.1", "127.0.0.2"]);
    const account = { host: host ?? "", sipPort: Number(port), extension: user, codecs: ["G722/16000/1"] };
    {
      await using telephone = await Softphone.start({ ...account, password });
      await telephone.dial("8000");
      await telephone.hears(GREETINGS, "rms");
    }
    {
      await using stranger = await Softphone.start({ ...account, password: "guessed" });
      await stranger.isRefused("8000");
    }
    demo.child.kill("SIGTERM");
    await demo.isGone();
  });

  it("leaves nothing behind when its terminal is closed, and takes port 8080 where it is free", async (t) => {
    const isFree = await isFreeForTcp(8080);
    // Of a terminal of its own, which goes when the program that holds it is killed.
    const demo = await startDemo(t, ["script", "-qfec", "scripts/demo", "/dev/null"]);
    assert.equal(/listens on http:\/\/127\.0\.0\.1:8080\b/.test(demo.shown), isFree);
    demo.child.kill("SIGKILL");
    await demo.isGone();
  });

  it("leaves nothing behind when it is killed, and says which port it took instead of one that is taken", async (t) => {
    const taker = createServer().listen(8080, "127.0.0.1");
    await Promise.race([once(taker, "listening"), once(taker, "error")]); // Taken by somebody else will do.
    t.after(() => taker.close());
    const demo = await startDemo(t, ["scripts/demo"]);
    assert.match(demo.shown, /listens on http:\/\/127\.0\.0\.1:\d+, because port 8080 is in use/);
    process.kill(demo.demo, "SIGKILL");
    await demo.isGone();
  });

  const skip = !FULL && "a terminal that is closed sends it: TEST_FORM=full";
  it("leaves nothing behind on SIGHUP", { skip }, async (t) => {
    const demo = await startDemo(t, ["scripts/demo"]);
    process.kill(-demo.pid, "SIGHUP"); // As a terminal does: to all of them at once.
    await demo.isGone();
  });
});
