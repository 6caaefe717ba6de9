import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { loadSettings } from "../../../src/config/settings.js";
import { AttendantError } from "../../../src/kernel/errors.js";

const LEAST = {
  LLM_BASE_URL: "http://127.0.0.1:11434/v1",
  LLM_MODEL: "qwen3",
  SPEECH_BASE_URL: "http://127.0.0.1:8000/v1",
  ARI_PASSWORD: "ari-password",
};
const KEY = "0123456789abcdef";

function load(env: Record<string, string | undefined>, files: Record<string, string> = {}) {
  return loadSettings(
    { ...LEAST, ...env },
    {
      hostTimeZone: "Europe/Berlin",
      readFile: (path) => {
        const text = files[path];
        if (text === undefined) throw new Error(`ENOENT: no such file or directory, open '${path}'`);
        return text;
      },
    },
  );
}

/** The lines of the message, without the heading. */
function faults(env: Record<string, string | undefined>, files: Record<string, string> = {}): string[] {
  try {
    load(env, files);
  } catch (error) {
    assert.ok(error instanceof AttendantError && error.code === "settings_invalid");
    return error.message
      .split("\n")
      .slice(1)
      .map((line) => line.trim());
  }
  return [];
}

describe("the settings", () => {
  it("need four values and have a default for all others", () => {
    const { settings } = load({});
    assert.equal(settings.http.port, 8080);
    assert.equal(settings.http.host, "127.0.0.1");
    assert.equal(settings.ari.url, "http://127.0.0.1:8088");
    assert.equal(settings.llm.maxTokens, 300);
    assert.equal(settings.llm.temperature, undefined);
    assert.match(settings.llm.systemPrompt, /telephone/);
    assert.equal(settings.general.timezone, "Europe/Berlin");
    assert.equal(settings.turns.endpointSilenceMs, 700);
    assert.equal(settings.calls.maxConcurrent, 20);
    assert.equal(settings.sip, undefined);
    assert.equal(settings.ami, undefined);
  });

  it("are frozen to the bottom", () => {
    const { settings } = load({ API_KEYS: KEY });
    assert.throws(() => Object.assign(settings.llm, { model: "other" }), TypeError);
    assert.throws(() => (settings.http.apiKeys as string[]).push("other"), TypeError);
  });

  it("name every fault at once", () => {
    const env = {
      PORT: "99999",
      LLM_MODEL: "",
      ARI_PASSWORD: undefined,
      TTS_SPEED: "fast",
      TIMEZONE: "Mars/Olympus",
      LOG_LEVEL: "loud",
    };
    const lines = faults(env);
    assert.deepEqual(lines.map((line) => line.split(":")[0]).sort(), [
      "ARI_PASSWORD",
      "LLM_MODEL",
      "LOG_LEVEL",
      "PORT",
      "TIMEZONE",
      "TTS_SPEED",
    ]);
    assert.ok(lines.includes('PORT: expected a whole number from 0 to 65535; given: "99999"'));
    assert.ok(lines.includes('LOG_LEVEL: expected debug, info, warn or error; given: "loud"'));
    assert.ok(lines.some((line) => line.startsWith("LLM_MODEL: must be set")));
  });

  it("show no secret in a fault", () => {
    const env = {
      API_KEYS: "short-secret",
      ARI_PASSWORD: "two\nlines",
      LLM_API_KEY: "with blank",
      STT_BASE_URL: "http://user:hunter2@host/v1",
    };
    const message = faults(env).join("\n");
    assert.equal(message.split("\n").length, 4);
    for (const secret of ["short-secret", "two", "with blank", "hunter2", "user:"])
      assert.ok(!message.includes(secret), message);
    assert.match(message, /API_KEYS: expected keys of at least 16 characters.*\*\*\* \(12 characters\)/);
  });

  it("take an empty or blank value as not set, and cut blanks around a value", () => {
    const { settings } = load({ PORT: "", LLM_API_KEY: "  ", TTS_VOICE: " nova\r" });
    assert.equal(settings.http.port, 8080);
    assert.equal(settings.llm.apiKey, undefined);
    assert.equal(settings.tts.voice, "nova");
  });

  it("read numbers strictly", () => {
    for (const port of ["0x50", "1e3", "80.5", "+-1", "８０", "Infinity"]) {
      assert.equal(faults({ PORT: port }).length, 1, port);
    }
    assert.equal(load({ LLM_TEMPERATURE: "0" }).settings.llm.temperature, 0);
    assert.equal(load({ TTS_SPEED: ".5" }).settings.tts.speed, 0.5);
  });

  it("know yes and no in several words, and nothing between", () => {
    for (const yes of ["true", "TRUE", "1", "yes", "on"])
      assert.equal(load({ LOG_TRANSCRIPTS: yes }).settings.general.logTranscripts, true);
    for (const no of ["false", "0", "No", "off"])
      assert.equal(load({ LOG_TRANSCRIPTS: no }).settings.general.logTranscripts, false);
    assert.match(faults({ LOG_TRANSCRIPTS: "maybe" }).join(), /expected true or false/);
  });

  it("say of the realtime mode that it is not available yet", () => {
    assert.match(faults({ STT_MODE: "realtime" }).join(), /STT_MODE: expected batch \(realtime is not available yet\)/);
    assert.equal(load({ STT_MODE: "Batch" }).settings.stt.mode, "batch");
  });

  it("take addresses without their last slash, and Asterisk's without /ari", () => {
    const { settings } = load({ LLM_BASE_URL: "https://llm.example/v1/", ARI_URL: "http://pbx:8088/ari/" });
    assert.equal(settings.llm.baseUrl, "https://llm.example/v1");
    assert.equal(settings.ari.url, "http://pbx:8088");
    for (const url of ["pbx:8088", "ftp://pbx", "http://", "http://a b", "http://pbx/?x=1"]) {
      assert.equal(faults({ ARI_URL: url }).length, 1, url);
    }
  });

  it("warn of a value whose quotation marks were not taken away", () => {
    assert.match(load({ LLM_MODEL: '"qwen3"' }).warnings.join(), /LLM_MODEL begins and ends with a quotation mark/);
  });
});

describe("secrets in files", () => {
  it("are read without the line break at their end, and told to whoever masks them", () => {
    const { settings, secrets } = load(
      { ARI_PASSWORD: undefined, ARI_PASSWORD_FILE: "/s/ari", API_KEYS_FILE: "/s/keys" },
      {
        "/s/ari": " with blanks \n",
        "/s/keys": `${KEY}\n${KEY}2\n`,
      },
    );
    assert.equal(settings.ari.password, " with blanks ");
    assert.deepEqual(settings.http.apiKeys, [KEY, `${KEY}2`]);
    assert.deepEqual([...secrets].sort(), [" with blanks ", KEY, `${KEY}2`].sort());
  });

  it("are a fault when unreadable, empty, or given twice, and then only one", () => {
    assert.match(
      faults({ ARI_PASSWORD: "", ARI_PASSWORD_FILE: "/s/none" }).join("|"),
      /^ARI_PASSWORD_FILE: cannot be read \(ENOENT[^|]*$/,
    );
    assert.match(
      faults({ ARI_PASSWORD: "", ARI_PASSWORD_FILE: "/s/a" }, { "/s/a": "\n" }).join("|"),
      /^ARI_PASSWORD_FILE: the file is empty[^|]*$/,
    );
    assert.match(
      faults({ ARI_PASSWORD_FILE: "/s/a" }, { "/s/a": "x" }).join("|"),
      /^ARI_PASSWORD_FILE: ARI_PASSWORD is set as well[^|]*$/,
    );
  });

  it("may hold the system prompt, of several lines", () => {
    const { settings, secrets } = load({ SYSTEM_PROMPT_FILE: "/p" }, { "/p": "You are\nbrief.\n" });
    assert.equal(settings.llm.systemPrompt, "You are\nbrief.");
    assert.ok(!secrets.includes(settings.llm.systemPrompt));
  });
});

describe("the speech servers", () => {
  it("are one unless each has an address of its own", () => {
    const { settings } = load({ SPEECH_API_KEY: "shared", TTS_BASE_URL: "http://tts/v1" });
    assert.deepEqual([settings.stt.baseUrl, settings.stt.apiKey], ["http://127.0.0.1:8000/v1", "shared"]);
    assert.equal(settings.tts.baseUrl, "http://tts/v1");
  });

  it("never get a key that was meant for another server", () => {
    const { settings } = load({ SPEECH_API_KEY: "shared", TTS_BASE_URL: "http://tts/v1", STT_API_KEY: "mine" });
    assert.equal(settings.tts.apiKey, undefined);
    assert.equal(settings.stt.apiKey, "mine");
  });

  it("must both be known", () => {
    assert.deepEqual(faults({ SPEECH_BASE_URL: "" }), [
      "SPEECH_BASE_URL: must be set, unless STT_BASE_URL and TTS_BASE_URL are",
    ]);
    assert.deepEqual(faults({ SPEECH_BASE_URL: "", STT_BASE_URL: "http://s/v1" }), [
      "SPEECH_BASE_URL: must be set, unless TTS_BASE_URL is",
    ]);
    assert.deepEqual(faults({ SPEECH_BASE_URL: "", STT_BASE_URL: "http://s/v1", TTS_BASE_URL: "http://t/v1" }), []);
  });
});

describe("the SIP registration", () => {
  const SIP = { SIP_USER: "8000", SIP_PASSWORD: "sip-secret", SIP_DOMAIN: "pbx.lan", AMI_PASSWORD: "ami-secret" };

  it("is expected when all of it is set", () => {
    const { settings } = load({ ...SIP, ARI_URL: "http://[::1]:8088" });
    assert.deepEqual(settings.sip, {
      user: "8000",
      password: "sip-secret",
      domain: "pbx.lan",
      port: 5060,
      transport: "udp",
    });
    assert.deepEqual(settings.ami, { host: "::1", port: 5038, user: "attendant", password: "ami-secret" });
  });

  it("is all or nothing, and needs AMI", () => {
    assert.deepEqual(faults({ SIP_USER: "8000", AMI_PASSWORD: "x" }), [
      "SIP_PASSWORD: must be set together with SIP_USER",
      "SIP_DOMAIN: must be set together with SIP_USER",
    ]);
    assert.match(faults({ ...SIP, AMI_PASSWORD: "" }).join("|"), /^AMI_PASSWORD: must be set when SIP_USER is[^|]*$/);
  });

  it("refuses what would break a configuration file", () => {
    assert.match(faults({ ...SIP, SIP_USER: "8000;x" }).join("|"), /^SIP_USER: expected letters[^|]*$/);
    assert.match(
      faults({ ...SIP, SIP_PASSWORD: "a\n[evil]" }).join("|"),
      /^SIP_PASSWORD: expected a text on one line[^|]*$/,
    );
  });
});

describe("the reach of the HTTP interface", () => {
  it("is this machine only while there is no key, and says so", () => {
    const { settings, warnings } = load({});
    assert.equal(settings.http.host, "127.0.0.1");
    assert.match(warnings.join(), /API_KEYS is not set.*this machine only/);
    for (const host of ["localhost", "::1", "127.0.0.5"]) assert.equal(load({ HOST: host }).settings.http.host, host);
  });

  it("is not opened without a key by accident", () => {
    for (const host of ["0.0.0.0", "::", "192.168.1.5", "127.0.0.1.evil.example"]) {
      assert.match(faults({ HOST: host }).join(), /HOST: a loopback address.*unless API_KEYS/, host);
    }
    const { settings, warnings } = load({ HOST: "0.0.0.0", ALLOW_UNAUTHENTICATED: "true" });
    assert.equal(settings.http.host, "0.0.0.0");
    assert.match(warnings.join(), /anybody who reaches 0\.0\.0\.0:8080 can place calls/);
  });

  it("is the network with keys, which then are always asked for", () => {
    const { settings, warnings } = load({ API_KEYS: `${KEY}, ${KEY}b,`, ALLOW_UNAUTHENTICATED: "true" });
    assert.equal(settings.http.host, "0.0.0.0");
    assert.deepEqual(settings.http.apiKeys, [KEY, `${KEY}b`]);
    assert.match(warnings.join(), /ALLOW_UNAUTHENTICATED has no effect/);
    assert.equal(faults({ API_KEYS: "tooshort", HOST: "0.0.0.0" }).length, 1);
  });
});

describe("an unknown name", () => {
  const warned = (env: Record<string, string>) => load({ ...env, API_KEYS: KEY }).warnings.join("|");

  it("with a prefix of ours is a warning with the nearest known name", () => {
    assert.equal(warned({ LLM_MODLE: "x" }), "LLM_MODLE is not a setting; did you mean LLM_MODEL?");
    assert.equal(warned({ SIP_PASSWORT: "x" }), "SIP_PASSWORT is not a setting; did you mean SIP_PASSWORD?");
    assert.equal(
      warned({ PHRASES_GREETING: "[]" }),
      "PHRASES_GREETING is not a setting; did you mean PHRASES_GREETINGS?",
    );
    assert.equal(warned({ TTS_SOMETHING_ELSE: "x" }), "TTS_SOMETHING_ELSE is not a setting");
    assert.equal(
      warned({ LLM_MODEL_FILE: "x" }),
      "LLM_MODEL_FILE is not a setting: LLM_MODEL cannot be given as a file",
    );
  });

  it("without one counts only when it is a slip of a letter", () => {
    assert.equal(warned({ TIMEZON: "x" }), "TIMEZON is not a setting; did you mean TIMEZONE?");
    assert.equal(
      warned({ HOSTNAME: "x", HOME: "/", PATH: "/bin", PORTS: "1", TZ: "UTC", NODE_ENV: "x", npm_config_x: "" }),
      "",
    );
  });
});

describe("phrases in the environment", () => {
  it("are a JSON array of texts", () => {
    assert.deepEqual(load({ PHRASES_GREETINGS: '[" Hi! ", "Hello"]' }).settings.phrases.greetings, ["Hi!", "Hello"]);
    for (const bad of ["Hi!", "[]", '[""]', "[1]", '{"a":1}', `["${"x".repeat(501)}"]`]) {
      assert.match(faults({ PHRASES_GREETINGS: bad }).join(), /PHRASES_GREETINGS: expected a JSON array/, bad);
    }
  });
});
