import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isTimeZone } from "../../../src/kernel/wall-clock.js";
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
    assert.equal(settings.llm.maxTokens, undefined);
    assert.equal(settings.llm.temperature, undefined);
    assert.match(settings.llm.systemPrompt, /telephone/);
    assert.equal(settings.general.timezone, "Europe/Berlin");
    assert.equal(settings.turns.endpointSilenceMs, 700);
    assert.equal(settings.calls.maxConcurrent, 20);
    assert.equal(settings.sip, undefined);
    assert.equal(settings.ami, undefined);
  });

  it("keep the name of a time zone that was given, be it the present or a former one", () => {
    for (const zone of ["Europe/Kyiv", "Europe/Kiev", "Asia/Kolkata", "Asia/Calcutta", "America/Nuuk"]) {
      assert.equal(load({ TIMEZONE: zone }).settings.general.timezone, zone);
      assert.equal(loadSettings({ ...LEAST, TZ: zone }).settings.general.timezone, zone);
    }
    assert.ok(isTimeZone(loadSettings({ ...LEAST, TZ: ":/etc/localtime" }).settings.general.timezone));
    assert.match(faults({ TIMEZONE: "Europe/Kyyiv" }).join(), /TIMEZONE: expected an IANA time zone/);
  });

  it("are frozen to the bottom", () => {
    const { settings } = load({ API_KEYS: KEY });
    assert.throws(() => Object.assign(settings.llm, { model: "other" }), TypeError);
    assert.throws(() => (settings.http.apiKeys as unknown[]).push("other"), TypeError);
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
    assert.match(message, /API_KEYS: entry 1 of 1 must have a key of at least 16 visible.*\*\*\* \(12 characters\)/);
  });

  it("take an empty or blank value as not set, and cut blanks around a value", () => {
    const { settings } = load({ PORT: "", LLM_API_KEY: "  ", TTS_VOICE: " nova\r" });
    assert.equal(settings.http.port, 8080);
    assert.equal(settings.llm.apiKey, undefined);
    assert.equal(settings.tts.voice, "nova");
  });

  it("speak the service's language with the voice of that language", () => {
    const { tts } = load({ STT_LANGUAGE: "de-AT", TTS_VOICE: "alloy, de: thorsten" }).settings;
    assert.deepEqual([tts.voice, tts.usualVoice], ["thorsten", "alloy"]);
    assert.deepEqual(faults({ TTS_VOICE: "alloy, de: thorsten, es: dora, de-AT: eva" }), [
      "TTS_VOICE: has more than one voice for de; a voice is for all regions of its language",
    ]);
    for (const voice of ["alloy, de", "alloy, : eva", ", de: eva"]) {
      assert.match(faults({ TTS_VOICE: voice }).join(), /^TTS_VOICE: expected a name, and after commas voices/, voice);
    }
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
      assert.equal(load({ WEBHOOK_ALLOW_PRIVATE: yes }).settings.webhooks.allowPrivate, true);
    for (const no of ["false", "0", "No", "off"])
      assert.equal(load({ WEBHOOK_ALLOW_PRIVATE: no }).settings.webhooks.allowPrivate, false);
    assert.match(faults({ WEBHOOK_ALLOW_PRIVATE: "maybe" }).join(), /expected true or false/);
  });

  it("know two modes of speech-to-text", () => {
    assert.equal(load({}).settings.stt.mode, "batch");
    assert.equal(load({ STT_MODE: "Realtime" }).settings.stt.mode, "realtime");
    assert.match(faults({ STT_MODE: "live" }).join(), /STT_MODE: expected batch or realtime/);
  });

  it("take further fields of a request as a JSON object, and none that is the service's own", () => {
    const text = '{"chat_template_kwargs": {"enable_thinking": false}, "top_k": 20}';
    assert.deepEqual(load({ LLM_EXTRA_BODY: text }).settings.llm.extraBody, JSON.parse(text));
    for (const wrong of ["think", "[1]", "null", '{"a": }', "3"])
      assert.match(faults({ LLM_EXTRA_BODY: wrong }).join(), /LLM_EXTRA_BODY: expected a JSON object such as/, wrong);
    const own = {
      model: "x",
      messages: [],
      stream: false,
      tools: [],
      tool_choice: "auto",
      max_tokens: 1,
      temperature: 1,
    };
    const told = faults({ LLM_EXTRA_BODY: JSON.stringify({ ...own, constructor: 1 }) });
    assert.equal(told.length, Object.keys(own).length);
    assert.ok(told.includes("LLM_EXTRA_BODY: must not have messages: each conversation has its own"), told.join());
    assert.ok(told.includes("LLM_EXTRA_BODY: must not have max_tokens: set LLM_MAX_TOKENS"));
  });

  it("take any word for how long a model thinks, and no sentence", () => {
    assert.equal(load({ LLM_REASONING_EFFORT: "xhigh" }).settings.llm.reasoningEffort, "xhigh");
    assert.equal(load({ LLM_REASONING_EFFORT: "" }).settings.llm.reasoningEffort, undefined);
    assert.match(faults({ LLM_REASONING_EFFORT: "not at all" }).join(), /LLM_REASONING_EFFORT: expected a value/);
  });

  it("take addresses without their last slash, and Asterisk's without /ari", () => {
    const { settings } = load({ LLM_BASE_URL: "https://llm.example/v1/", ARI_URL: "http://pbx:8088/ari/" });
    assert.equal(settings.llm.baseUrl, "https://llm.example/v1");
    assert.equal(settings.ari.url, "http://pbx:8088");
    for (const url of ["pbx:8088", "ftp://pbx", "http://", "http://a b", "http://pbx/?x=1"]) {
      assert.equal(faults({ ARI_URL: url }).length, 1, url);
    }
  });

  it("warn of a value, in .env or a file, that was not written in UTF-8", () => {
    const garbled = Buffer.from("Sie heißen Jörg.", "latin1").toString();
    const { warnings } = load({ TTS_VOICE: garbled, SYSTEM_PROMPT_FILE: "/p" }, { "/p": garbled });
    assert.deepEqual(warnings.filter((each) => each.endsWith("is not written in UTF-8: save it as UTF-8")).length, 2);
  });

  it("warn of a value whose quotation marks were not taken away", () => {
    assert.match(load({ LLM_MODEL: '"qwen3"' }).warnings.join(), /LLM_MODEL begins and ends with a quotation mark/);
  });
});

describe("secrets in files", () => {
  it("are read without the line break at their end, and handed to what masks them", () => {
    const { settings, secrets } = load(
      { ARI_PASSWORD: undefined, ARI_PASSWORD_FILE: "/s/ari", API_KEYS_FILE: "/s/keys", MODEL_KEY_A_FILE: "/s/a" },
      {
        "/s/a": "sk-a\n",
        "/s/ari": " with blanks \n",
        "/s/keys": `${KEY}\n${KEY}2\n`,
      },
    );
    assert.equal(settings.ari.password, " with blanks ");
    assert.deepEqual(
      settings.http.apiKeys.map(({ text }) => text),
      [KEY, `${KEY}2`],
    );
    assert.deepEqual([...secrets].sort(), [" with blanks ", KEY, `${KEY}2`, "sk-a"].sort());
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
    assert.match(warnings.join(), /anyone who can reach 0\.0\.0\.0:8080 can place calls/);
  });

  it("is the network with keys, which then are always asked for", () => {
    const { settings, warnings } = load({ API_KEYS: `${KEY}, ${KEY}b,`, ALLOW_UNAUTHENTICATED: "true" });
    assert.equal(settings.http.host, "0.0.0.0");
    assert.deepEqual(
      settings.http.apiKeys.map(({ text }) => text),
      [KEY, `${KEY}b`],
    );
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

describe("a misspelt name beside faults", () => {
  const message = (env: Record<string, string>) => {
    try {
      loadSettings(env, { readFile: () => "" });
    } catch (error) {
      return (error as Error).message;
    }
    return assert.fail("it has faults");
  };

  it("is named with them, for it may be why a setting is missing", () => {
    const text = message({ LLM_BASEURL: "x", PHRASE_GREETING: "[]", STT_MODELL: "x", LLM_MODEL_FILE: "x" });
    assert.match(text, /^ {2}LLM_BASE_URL: must be set/m);
    assert.equal(
      text.slice(text.indexOf("This may")),
      [
        "This may be why:",
        "  LLM_BASEURL is not a setting; did you mean LLM_BASE_URL?",
        "  LLM_MODEL_FILE is not a setting: LLM_MODEL cannot be given as a file",
        "  PHRASE_GREETING is not a setting; did you mean PHRASES_GREETINGS?",
        "  STT_MODELL is not a setting; did you mean STT_MODEL?",
      ].join("\n"),
    );
  });

  it("is none when it resembles no setting", () => {
    const others = { LLM_OBSERVABILITY_DASHBOARD: "x", TTS_SOMETHING_ELSE: "x", HOSTNAME: "x", OPENAI_API_KEY: "x" };
    assert.doesNotMatch(message(others), /This may|OPENAI|SOMETHING|HOSTNAME/);
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

describe("what was said", () => {
  const kept = (env: Record<string, string>) => {
    const { settings, warnings } = load(env);
    const { transcriptRetentionDays: days, logsWords } = settings.store;
    return [days, logsWords, warnings.filter((text) => text.startsWith("TRANSCRIPTS")).length];
  };

  it("is kept as long as its call, or shorter, or not at all, and logged only when that is asked for", () => {
    assert.deepEqual(kept({}), [30, false, 0]);
    assert.deepEqual(kept({ CALL_RETENTION_DAYS: "5" }), [5, false, 0]);
    assert.deepEqual(kept({ TRANSCRIPTS: "7" }), [7, false, 0]);
    assert.deepEqual(kept({ TRANSCRIPTS: "None" }), [0, false, 0]);
    assert.deepEqual(kept({ TRANSCRIPTS: "stored" }), [30, false, 0]);
    assert.deepEqual(kept({ TRANSCRIPTS: "logged" }), [30, true, 0]);
    assert.deepEqual(kept({ TRANSCRIPTS: "90" }), [30, false, 1], "longer than the calls is a warning");
    assert.match(faults({ TRANSCRIPTS: "yes" }).join(), /TRANSCRIPTS: expected none, stored, logged, or a number of/);
  });

  it("is never in the log by a former name where it was not stored", () => {
    assert.deepEqual(kept({ TRANSCRIPT_RETENTION_DAYS: "0", LOG_TRANSCRIPTS: "true" }), [0, false, 0]);
    assert.deepEqual(kept({ LOG_TRANSCRIPTS: "on" }), [30, true, 0]);
  });
});

describe("tools in the environment", () => {
  it("are names in any case, and nothing else", () => {
    const { calls } = load({ TOOLS_DISABLED: "callback, Set_Timer", CALLER_TOOLS: "\nDATETIME\nJOKE\n" }).settings;
    assert.deepEqual(
      [calls.toolsDisabled, calls.callerTools],
      [
        ["CALLBACK", "SET_TIMER"],
        ["DATETIME", "JOKE"],
      ],
    );
    assert.deepEqual([load({}).settings.calls.toolsDisabled, load({}).settings.calls.callerTools], [[], []]);
    for (const bad of ["CALL-BACK", "1TOOL", "CALLBACK;JOKE", ","]) {
      assert.match(faults({ CALLER_TOOLS: bad }).join(), /CALLER_TOOLS: expected names of tools/, bad);
    }
  });
});

it("reads headers for the collector pair by pair, as secrets", () => {
  const OTEL_EXPORTER_OTLP_HEADERS = "Authorization=Basic%20abc=, x-key=s3cret-of-mine";
  const { settings, secrets } = load({ OTEL_EXPORTER_OTLP_HEADERS });
  assert.deepEqual(settings.tracing.headers, { authorization: "Basic abc=", "x-key": "s3cret-of-mine" });
  assert.ok(secrets.includes("s3cret-of-mine") && secrets.includes("Basic abc="));
  for (const bad of ["key", "key=a b", "key=%zz", "key=%0a", "ke y=a"]) {
    assert.throws(() => load({ OTEL_EXPORTER_OTLP_HEADERS: bad }), /OTEL_EXPORTER_OTLP_HEADERS/, bad);
  }
});

describe("numbers in settings", () => {
  it("are taken as people paste them", () => {
    const { calls } = load({
      OPERATOR_EXTENSION: "(030)\u00a0123-45 67",
      CALLER_ID: "Praxis <tel:+49-30-1234567>",
      DIAL_RULES: "never: +49\u00a0900\u00a01 112",
    }).settings;
    assert.equal(calls.operatorExtension, "0301234567");
    assert.deepEqual(calls.callerId, { name: "Praxis", number: "+49301234567" });
    for (const number of ["+499001", "112"])
      assert.ok(
        calls.dialRules.never.some((denied) => denied.test(number)),
        number,
      );
  });

  it("are refused with the way out where they could mean another", () => {
    const [operator, denied] = faults({ OPERATOR_EXTENSION: "+49 (0)30 1234567", DIAL_RULES: "never: +49 900 1" })
      .sort()
      .reverse();
    assert.match(operator ?? "", /^OPERATOR_EXTENSION: .*write \+49301234567/);
    assert.match(
      denied ?? "",
      /^DIAL_RULES: never: "\+49 900 1" has blanks, which separate numbers; write a single number as \+499001$/,
    );
  });
});
