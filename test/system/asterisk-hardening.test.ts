import assert from "node:assert/strict";
import { createSocket } from "node:dgram";
import { readdirSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import WebSocket from "ws";
import { AriClient, type AriEvent, type ImageBed, startImageBed, textOf, until } from "../support/index.js";

/** Another address of this machine: on loopback all of them are its own. */
const STRANGER = "127.0.0.2";
const OURS = "127.0.0.1";
const ANSWER_MS = 3_000;
const LOADED = [...textOf("asterisk-config/templates/modules.conf").matchAll(/^load = (.*)$/gm)].map(
  ([, name]) => name,
);
/** Modules that run programs, read files or the configuration, reach the network, or bring further ways in. */
const DANGEROUS = [
  ..."func_shell app_system func_env func_config func_sorcery func_curl app_originate app_externalivr".split(" "),
  ..."res_agi pbx_spool pbx_lua pbx_ael app_mixmonitor res_http_media_cache res_ari_recordings chan_iax2".split(" "),
];

describe("the image of the assistant's Asterisk, attacked", { timeout: 120_000 }, () => {
  let bed: ImageBed;

  before(async () => {
    bed = await startImageBed();
    await until("the registration", async () =>
      /;line=/.test(await bed.pbx.instance.cli("pjsip show contacts").catch(() => "")),
    );
  });
  after(() => bed?.[Symbol.asyncDispose]());

  describe("by a client with the controller's password for ARI", () => {
    it("has on its disk the modules that it loads, and loads them all", async () => {
      const folder = path.join(bed.root, "usr/lib", moduleFolder(), "asterisk/modules");
      assert.deepEqual(readdirSync(folder).sort(), [...LOADED].sort());
      const { body } = await ari("GET", "/ari/asterisk/modules");
      const running = (JSON.parse(body) as { name: string; status: string }[]).filter(
        (one) => one.status === "Running",
      );
      const modules = running.map(({ name }) => name).filter((name) => name.endsWith(".so")); // Others are parts of the core.
      assert.deepEqual(modules.sort(), [...LOADED].sort());
    });

    it("loads no module that could do harm, by its name or by a path", async () => {
      const above = encodeURIComponent(`../../../${moduleFolder()}/asterisk/modules/`);
      for (const module of DANGEROUS) {
        for (const name of [`${module}.so`, module, `${above}${module}.so`]) {
          const { status } = await ari("POST", `/ari/asterisk/modules/${name}`);
          assert.equal(status, 409, name);
        }
      }
    });

    it("runs no command and reads no file", async () => {
      for (const expression of [
        "SHELL(id)",
        "FILE(/etc/hostname)",
        "ENV(PATH)",
        "AST_CONFIG(pjsip.conf,assistant,password)",
      ]) {
        const { body } = await ari("GET", `/ari/asterisk/variable?variable=${encodeURIComponent(expression)}`);
        assert.deepEqual(JSON.parse(body), { value: "" }, expression);
      }
    });

    it("keeps its configuration as it is", async () => {
      const fields = JSON.stringify({ fields: [{ attribute: "context", value: "elsewhere" }] });
      for (const object of ["endpoint/pbx", "auth/assistant", "endpoint/another", "acl/strangers"]) {
        const { status } = await ari("PUT", `/ari/asterisk/config/dynamic/res_pjsip/${object}`, { body: fields });
        assert.ok(status >= 400, `${object}: ${status}`);
      }
      assert.equal((await ari("DELETE", "/ari/asterisk/config/dynamic/res_pjsip/acl/strangers")).status >= 400, true);
    });
  });

  describe("from an address that is not the controller's, with the right passwords", () => {
    const ways = [
      "/ari/asterisk/ping",
      "/ARI/asterisk/ping",
      "/ari/%61sterisk/ping",
      "/media/0123",
      "/MEDIA/0123",
      "/ws",
    ];
    it("is closed, however the path is written", async () => {
      for (const way of ways) {
        assert.equal((await ari("GET", way, { from: STRANGER })).status, 403, way);
        assert.notEqual((await ari("GET", way)).status, 403, way);
      }
    });

    it("does not show the extension's password", async () => {
      const shown = await ari("GET", "/ari/asterisk/config/dynamic/res_pjsip/auth/assistant", { from: STRANGER });
      assert.equal(shown.status, 403);
      assert.ok(!shown.body.includes(bed.secrets.sip_password));
    });

    it("opens no event stream, over which requests can be sent as well", async () => {
      const outcome = (localAddress: string) =>
        new Promise((resolve) => {
          const address = new URL("/ari/events?app=stranger", bed.ari.url.replace(/^http/, "ws"));
          const socket = new WebSocket(address, { localAddress, headers: { authorization: authorization() } });
          socket.once("open", () => (socket.terminate(), resolve("open")));
          socket.once("error", (error) => resolve(error.message));
        });
      assert.match(String(await outcome(STRANGER)), /403/);
      assert.equal(await outcome(OURS), "open");
    });

    it("lets no one into the manager interface", async () => {
      assert.match(await ami(STRANGER, []), /Authentication failed/);
      assert.match(await ami(OURS, []), /Authentication accepted/);
    });
  });

  it("lets the user of the manager interface look, and nothing else", async () => {
    assert.match(await ami(OURS, ["Action: PJSIPShowRegistrationsOutbound"]), /Status: Registered/);
    const channel = "Channel: Local/1@from-pbx\r\nApplication: Wait\r\nData: 1";
    for (const action of [
      ...[
        `Originate\r\n${channel}`,
        "Command\r\nCommand: core show version",
        "ModuleLoad\r\nLoadType: load\r\nModule: x.so",
      ],
      ...[
        "GetConfig\r\nFilename: pjsip.conf",
        "UpdateConfig\r\nSrcFilename: pjsip.conf",
        "Reload",
        "DBPut\r\nFamily: a\r\nKey: b",
      ],
      ...[
        "Hangup\r\nChannel: x",
        "PJSIPShowEndpoints",
        "Setvar\r\nVariable: X\r\nValue: 1",
        "UserEvent\r\nUserEvent: x",
      ],
    ]) {
      assert.match(await ami(OURS, [`Action: ${action}`]), /Permission denied|Invalid\/unknown command/, action);
    }
    for (const read of ["SHELL(id)", "FILE(/etc/hostname)"]) {
      assert.doesNotMatch(await ami(OURS, [`Action: Getvar\r\nVariable: ${read}`]), /Value: ./, read);
    }
  });

  describe("by SIP", () => {
    it("refuses a call from another address than the PBX's, though it knows the registration's mark", async () => {
      const contact = await registeredContact();
      assert.equal(await invite(contact, STRANGER), 403);
      assert.equal(await invite(contact, OURS), 100);
    });

    it("refuses one from the PBX's address that does not know the mark, and whatever else a stranger sends", async () => {
      const unmarked = (await registeredContact()).replace(/;line=\w+/, "");
      assert.equal(await invite(unmarked, OURS), 401);
      for (const method of ["OPTIONS", "REGISTER", "MESSAGE", "SUBSCRIBE", "NOTIFY"]) {
        assert.equal(await invite(unmarked, STRANGER, method), 403, method);
      }
    });
  });

  it("tells the controller no number that its caller withholds, although the PBX asserts it", async () => {
    await using controller = await AriClient.connect(bed.ari, "attendant");
    for (const [privacy, told] of [
      [[], { number: "2002", name: "Anna Meyer" }],
      [["Privacy: id"], { number: "anonymous", name: "" }],
    ] as const) {
      let stop = () => {};
      const arrived = new Promise<AriEvent>((resolve) => (stop = controller.onIncoming(resolve)));
      const asserted = `P-Asserted-Identity: "Anna Meyer" <sip:2002@${OURS}>`;
      assert.equal(await invite(await registeredContact(), OURS, "INVITE", [asserted, ...privacy]), 100);
      const { channel } = await arrived;
      stop();
      assert.deepEqual({ ...channel?.caller }, told);
      await controller.request("DELETE", `/channels/${channel?.id}`);
    }
  });

  function moduleFolder(): string {
    const [name = ""] = readdirSync(path.join(bed.root, "usr/lib")).filter((each) => each.endsWith("-linux-gnu"));
    return name;
  }

  function authorization(): string {
    return `Basic ${Buffer.from(`${bed.ari.user}:${bed.ari.password}`).toString("base64")}`;
  }

  /**
   * A request with its path as it is given, and the address it comes from, each over a connection of its own: Asterisk closes
   * some after its answer without a word, and the next request on one of them would be cut off.
   */
  function ari(
    method: string,
    at: string,
    { from = OURS, body = "" }: { readonly from?: string; readonly body?: string } = {},
  ): Promise<{ readonly status: number; readonly body: string }> {
    const { hostname, port } = new URL(bed.ari.url);
    const headers = { authorization: authorization(), ...(body && { "content-type": "application/json" }) };
    return new Promise((resolve, reject) => {
      const options = { hostname, port, method, path: at, headers, localAddress: from, agent: false };
      const sent = request(options, (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(parts).toString() }));
      });
      sent.on("error", reject).end(body);
    });
  }

  /** What the manager interface answers to a login and these actions. */
  function ami(localAddress: string, actions: readonly string[]): Promise<string> {
    const { AMI_USER: user, ASTERISK_AMI_PORT: port } = bed.environment;
    const login = `Action: Login\r\nUsername: ${user}\r\nSecret: ${bed.secrets.ami_password}\r\nEvents: off`;
    return new Promise((resolve, reject) => {
      const socket = connect({ host: OURS, port: Number(port), localAddress });
      let answer = "";
      socket.on("data", (part) => (answer += part.toString()));
      socket.on("error", reject);
      socket.on("close", () => resolve(answer));
      socket.write([login, ...actions, "Action: Logoff"].map((action) => `${action}\r\n\r\n`).join(""));
    });
  }

  /** The address that the assistant registered with, its mark included. */
  async function registeredContact(): Promise<string> {
    const shown = await bed.pbx.instance.cli("pjsip show contacts");
    const [, contact = ""] = /8000\/(sip:\S+)/.exec(shown) ?? [];
    // The list cuts long addresses; a contact's own page does not.
    const whole = await bed.pbx.instance.cli(`database show registrar/contact`);
    return /"uri":"(sip:8000@[^"]+)"/.exec(whole)?.[1] ?? contact;
  }

  /** The status of the first answer to a request that is sent from an address. */
  function invite(uri: string, from: string, method = "INVITE", further: readonly string[] = []): Promise<number> {
    const socket = createSocket("udp4");
    return new Promise<number>((resolve, reject) => {
      const limit = setTimeout(() => reject(new Error("no answer")), ANSWER_MS);
      socket.on("error", reject);
      socket.on("message", (message) => {
        clearTimeout(limit);
        resolve(Number(/^SIP\/2\.0 (\d+)/.exec(String(message))?.[1]));
      });
      socket.bind(0, from, () => {
        const { port } = socket.address();
        const id = `${process.pid}-${port}`;
        const lines = [
          `${method} ${uri} SIP/2.0`,
          `Via: SIP/2.0/UDP ${from}:${port};branch=z9hG4bK-${id};rport`,
          `From: <sip:2001@${from}>;tag=${id}`,
          `To: <${uri}>`,
          `Call-ID: ${id}@${from}`,
          `CSeq: 1 ${method}`,
          `Contact: <sip:2001@${from}:${port}>`,
          "Max-Forwards: 70",
          "Event: presence",
          ...further,
          "Content-Length: 0",
        ];
        socket.send(`${lines.join("\r\n")}\r\n\r\n`, Number(bed.environment.ASTERISK_SIP_PORT), OURS);
      });
    }).finally(() => socket.close());
  }
});
