import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { answerAll, MissingAnswers } from "../../../src/setup/answers.js";
import { type Asker, type Option } from "../../../src/setup/ask.js";
import { readAsteriskConfig } from "../../../src/setup/asterisk-config.js";
import type { BackEndServer } from "../../../src/setup/back-end-servers.js";
import { phoneContexts, suggestedWay } from "../../../src/setup/detect.js";
import type { Facts, FoundConfig } from "../../../src/setup/facts.js";
import { setupOptions } from "../../../src/setup/options.js";

const OLLAMA: BackEndServer = {
  kind: "Ollama",
  baseUrl: "http://a/v1",
  models: [{ name: "qwen3:8b", use: "llm" }],
  voices: [],
};
const SPEACHES: BackEndServer = {
  kind: "Speaches",
  baseUrl: "http://b/v1",
  models: [
    { name: "whisper", use: "stt" },
    { name: "kokoro", use: "tts" },
  ],
  voices: [],
};

const EXTENSIONS = "[house]\n[trunk]\n[phones]\n";

/** The configuration of an Asterisk with these files of telephones. */
function telephones(...files: readonly string[]): FoundConfig {
  const read = (text: string) => readAsteriskConfig("file", () => text);
  return {
    extensions: read(EXTENSIONS),
    telephones: files.flatMap((text) => read(text) ?? []),
  } as unknown as FoundConfig;
}

function facts(further: Partial<Facts> = {}): Facts {
  const config = telephones("[1]\ncontext = house\n[2]\ncontext = house\n");
  return {
    env: {},
    given: {},
    servers: [OLLAMA, SPEACHES],
    previous: undefined,
    config,
    folder: "/x",
    file: () => undefined,
    ...further,
  } as Facts;
}

/** Answers in turn; what it was asked can be looked at. */
function person(...answers: readonly string[]): Asker & { readonly questions: string[] } {
  const questions: string[] = [];
  const next = (question: string) => {
    questions.push(question);
    return Promise.resolve(answers[questions.length - 1] ?? "");
  };
  return {
    questions,
    get asked() {
      return questions.length;
    },
    choose: async <T extends string>(question: string, options: readonly Option<T>[]) => {
      const answer = await next(question);
      return options.find(({ value }) => value === answer)?.value ?? assert.fail(`${answer} is none of the choices`);
    },
    line: next,
    secret: next,
    agree: async (question) => (await next(question)) === "yes",
  };
}

describe("who is to come to ARI", () => {
  const shared = (file: string, further: Partial<Facts> = {}) => {
    const texts: Readonly<Record<string, string>> = {
      "http.conf": "[general]\nenabled=yes\nbindaddr=::\n",
      "ari.conf": `[general]\nenabled=yes\n#include ${file}\n`,
      [file]: "[kwnqzhxplvrd]\ntype=user\n",
    };
    const read = (name: string) => readAsteriskConfig(name, (each) => texts[each]);
    const config = { outside: "/etc/asterisk", http: read("http.conf"), ari: read("ari.conf") } as FoundConfig;
    return facts({ config, ...further });
  };

  it("is asked a person where others use it, and the answer is kept", async () => {
    const asker = person("8000", "as-is");
    assert.equal((await answerAll(shared("ari_additional_custom.conf"), "freepbx", {}, asker)).ariAudience, "as-is");
    assert.match(asker.questions.join(), /users of ARI \(kwnqzhxplvrd\)/);
    const again = person("8000");
    const said = shared("ari_additional_custom.conf", { previous: { way: "freepbx", ariAudience: "as-is" } });
    assert.equal((await answerAll(said, "freepbx", {}, again)).ariAudience, "as-is");
    assert.equal(again.asked, 1);
  });

  it("is not asked where FreePBX's own user is the only one, nor without a terminal", async () => {
    const asker = person("8000");
    assert.equal((await answerAll(shared("ari_additional.conf"), "freepbx", {}, asker)).ariAudience, undefined);
    assert.equal(asker.asked, 1);
    assert.equal((await answerAll(shared("ari_additional_custom.conf"), "freepbx", {})).ariAudience, undefined);
  });
});

describe("the context of the telephones", () => {
  const TEMPLATE = "[phone](!)\ntype = endpoint\ncontext = house\n[1](phone)\n[2](phone)\n";
  const TRUNK = "[provider]\ntype = endpoint\ncontext = trunk\n";
  const candidates = (...files: readonly string[]) => phoneContexts(telephones(...files));

  it("is that of most telephones, those of a template and of each kind of file among them", () => {
    assert.deepEqual(candidates(TRUNK + TEMPLATE), ["house", "trunk"]);
    assert.deepEqual(candidates(TRUNK, "[1]\ntype = wizard\nendpoint/context = house\n"), ["trunk", "house"]);
    const chanSip = "[general]\ncontext = phones\n[1]\ntype = friend\n[2]\ntype = friend\ncontext = house\n[3]\n";
    assert.deepEqual(candidates(TRUNK, chanSip), ["phones", "trunk", "house"]);
  });

  it("is not that of a provider's line, one that there is not, nor a usual name where others are named", () => {
    assert.deepEqual(candidates(`${TRUNK}outbound_auth = provider\n${TEMPLATE}`), ["house"]);
    const wizard = "[provider]\ntype = wizard\nsends_registrations = yes\nendpoint/context = trunk\n";
    assert.deepEqual(candidates(wizard + TEMPLATE), ["house"]);
    assert.deepEqual(candidates("[1]\ncontext = in-a-database\n"), []);
    assert.deepEqual(candidates("[transport]\nbind = 0.0.0.0\n"), ["phones"]);
  });

  it("is asked for at a terminal, with the most likely one proposed", async () => {
    const asked: (string | undefined)[] = [];
    const ada: Asker = {
      ...person(),
      line: async (question, initial) => {
        asked.push(question, initial);
        return initial ?? "8000";
      },
    };
    const options = { number: "8000" };
    assert.equal((await answerAll(facts(), "asterisk", options, ada)).context, "house");
    const both = facts({ config: telephones(TRUNK + TEMPLATE) });
    assert.equal((await answerAll(both, "asterisk", options, ada)).context, "house");
    const question = "Dialplan context of your telephones, in extensions.conf";
    assert.deepEqual(asked, [question, "house", `${question} (house, trunk)`, "house"]);
  });

  it("is named as missing without a terminal, with its candidates, where there are several", async () => {
    const both = facts({ config: telephones(TRUNK + TEMPLATE) });
    await assert.rejects(answerAll(both, "asterisk", {}), /--context: one of house, trunk: the dialplan context/);
    const none = facts({ config: telephones("[1]\ncontext = in-a-database\n") });
    await assert.rejects(answerAll(none, "asterisk", {}), /--context: the dialplan context/);
  });
});

describe("what is open", () => {
  it("is answered by what was found, where there is one of it", async () => {
    const answers = await answerAll(facts(), "asterisk", {});
    assert.deepEqual([answers.number, answers.context], ["8000", "house"]);
    assert.deepEqual([answers.backEnds.LLM_MODEL, answers.backEnds.SPEECH_BASE_URL], ["qwen3:8b", "http://b/v1"]);
  });

  it("is listed whole without a terminal, each with the way to give it", async () => {
    const nothing = facts({ servers: [] });
    const missing = await answerAll(nothing, "extension", {}).catch((error: unknown) => error);
    assert.ok(missing instanceof MissingAnswers);
    const named = [
      "SIP_USER",
      "SIP_DOMAIN",
      "SIP_PASSWORD",
      "LLM_BASE_URL",
      "SPEECH_BASE_URL or STT_BASE_URL",
      "SPEECH_BASE_URL or TTS_BASE_URL",
    ];
    for (const name of named)
      assert.ok(
        missing.missing.some((line) => line.startsWith(`${name}, in the environment`)),
        name,
      );
  });

  it("is taken from the command line, the environment, .env and the last run, in this order", async () => {
    const given = { LLM_BASE_URL: "http://given/v1", LLM_MODEL: "given" };
    const env = { SPEECH_BASE_URL: "http://env/v1", LLM_MODEL: "env" };
    const answers = await answerAll(facts({ given, env, previous: { number: "7000", context: "trunk" } }), "asterisk", {
      context: "house",
    });
    assert.deepEqual([answers.number, answers.context], ["7000", "house"]);
    assert.deepEqual(answers.backEnds, {});
  });

  it("is the model of a language model's server that the environment names anew", async () => {
    const env = { LLM_BASE_URL: "http://old/v1", LLM_MODEL: "old", SPEECH_BASE_URL: "http://s/v1" };
    const moved = facts({ env, given: { LLM_BASE_URL: "http://new/v1" } });
    await assert.rejects(answerAll(moved, "freepbx", {}), /^MissingAnswers: LLM_MODEL, in the environment/);
    const ada = person("8000", "new");
    assert.equal((await answerAll(moved, "freepbx", {}, ada)).backEnds.LLM_MODEL, "new");
    const inContainers = { ...env, LLM_BASE_URL: "http://host.docker.internal:11434/v1" };
    const same = facts({ env: inContainers, given: { LLM_BASE_URL: "http://127.0.0.1:11434/v1" } });
    assert.deepEqual((await answerAll(same, "freepbx", {})).backEnds, {});
  });

  it("is asked for: of a FreePBX where all was found, only the number", async () => {
    const ada = person("7000");
    const answers = await answerAll(facts(), "freepbx", {}, ada);
    assert.deepEqual([answers.number, ada.asked], ["7000", 1]);
  });

  it("is asked for: which of several servers, and what none was found for", async () => {
    const other: BackEndServer = {
      ...OLLAMA,
      kind: "vLLM",
      baseUrl: "http://c/v1",
      models: [{ name: "mine", use: "llm" }],
    };
    const ada = person("8000", "1", "elsewhere", "http://x/v1");
    const answers = await answerAll(facts({ servers: [OLLAMA, other] }), "freepbx", {}, ada);
    assert.equal(answers.backEnds.LLM_MODEL, "mine");
    assert.equal(answers.backEnds.SPEECH_BASE_URL, "http://x/v1");
    assert.deepEqual(ada.questions.length, 4);
  });

  it("is speech on this machine where no server was found, and then the language; not in containers", async () => {
    const ada = person("8000", "here", "de");
    const { backEnds } = await answerAll(facts({ servers: [OLLAMA] }), "freepbx", {}, ada);
    assert.deepEqual([backEnds.SPEECH_BASE_URL, backEnds.STT_LANGUAGE], ["http://127.0.0.1:8890/v1", "de"]);
    assert.match(ada.questions.join("\n"), /No server for speech-to-text was found.*\nLanguage of your callers/s);
    const contained = person("100", "pbx", "secret", "http://x/v1");
    const answers = await answerAll(facts({ servers: [OLLAMA] }), "compose", {}, contained);
    assert.equal(answers.backEnds.SPEECH_BASE_URL, "http://x/v1");
  });

  it("is named with speech on this machine as a way out", async () => {
    const missing = await answerAll(facts({ servers: [OLLAMA] }), "asterisk", {}).catch((error: unknown) => error);
    assert.ok(missing instanceof MissingAnswers);
    assert.match(missing.message, /SPEECH_BASE_URL=http:\/\/127\.0\.0\.1:8890\/v1 serves speech here/);
  });

  it("is asked for: the extension's secret, without an echo", async () => {
    const ada = person("8000", "192.0.2.1", "s3cret");
    const { sip } = await answerAll(facts(), "extension", {}, ada);
    assert.deepEqual(sip, { user: "8000", domain: "192.0.2.1", password: "s3cret" });
  });

  it("is the extension's secret in the environment, not that of an earlier file", async () => {
    const env = { SIP_USER: "8000", SIP_DOMAIN: "192.0.2.1", SIP_PASSWORD_FILE: "secrets/sip_password" };
    const old = { bytes: "old\n", mode: 0o600, uid: 0, gid: 0 };
    const known = facts({ env, given: { SIP_PASSWORD: "new" }, file: () => old });
    assert.equal((await answerAll(known, "extension", {})).sip?.password, "new");
    assert.equal((await answerAll({ ...known, given: {} }, "extension", {})).sip?.password, "old");
  });

  it("is refused where it is no number", async () => {
    await assert.rejects(answerAll(facts(), "freepbx", { number: "80 00" }), /--number: digits, letters/);
  });
});

describe("the way that fits", () => {
  const machine = {
    asterisk: undefined,
    isFreePbx: false,
    hasConfig: false,
    composeVersion: undefined,
    hasSystemd: false,
  };
  const asterisk = { version: "22.10.1", isRunning: true };

  it("is FreePBX's where there are its marks, the Asterisk that is configured, containers, or none", () => {
    assert.equal(
      suggestedWay({ ...machine, asterisk, isFreePbx: true, hasConfig: true, composeVersion: "v2.24.0" }),
      "freepbx",
    );
    assert.equal(suggestedWay({ ...machine, asterisk, hasConfig: true }), "asterisk");
    assert.equal(suggestedWay({ ...machine, composeVersion: "v2.24.0" }), "compose");
    assert.equal(suggestedWay({ ...machine, asterisk }), "extension");
    assert.equal(suggestedWay(machine), undefined);
  });
});

describe("the command line", () => {
  it("has a call start the service, and refuses what it does not know", () => {
    assert.equal(setupOptions(["--call", "201"]).isStart, true);
    assert.throws(
      () => setupOptions(["--way", "asterix"]),
      /--way: expected freepbx, asterisk, extension, own-asterisk, compose, given 'asterix'/,
    );
    assert.throws(() => setupOptions(["--root", "here"]), /--root: expected an absolute path/);
    assert.throws(() => setupOptions(["--password", "x"]));
  });

  it("takes numbers as they are pasted, unless they could mean another", () => {
    const { call, number } = setupOptions(["--call", "+49\u00a030 123-45", "--number", "80 00"]);
    assert.deepEqual([call, number], ["+493012345", "8000"]);
    assert.throws(() => setupOptions(["--call", "+49 (0)30 12345"]), /--call: .*write \+493012345/);
  });
});
