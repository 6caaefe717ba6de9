import { APIError } from "openai";
import { Ending } from "../kernel/ending.js";
import { AttendantError, codeOf } from "../kernel/errors.js";
import { AnswerTooLong } from "./bounded-body.js";
import { quoted, wordsOf } from "./words.js";

/** What a server is asked for: the code that its failures have, and what a person looks at when it fails. */
export interface Purpose {
  readonly code: "stt_failed" | "tts_failed" | "llm_failed";
  /** The server in words: `speech-to-text server`. */
  readonly server: string;
  /** Names of the settings that decide what is asked and where. */
  readonly settings: {
    readonly address: string;
    readonly key: string;
    readonly model: string;
    /** Further ones, each to be looked at when the server refuses a request in words like these. */
    readonly others?: readonly (readonly [words: RegExp, setting: string])[];
  };
}

/** Whom was asked. */
export interface Asked {
  readonly address: string;
  readonly apiKey: string | undefined;
  readonly timeoutMs: number;
}

/** What a server would not take, where it is known what else can be asked of it. */
export type Refusal =
  | "context_too_long"
  | "tools_unsupported"
  | "tool_choice_unsupported"
  /** It knows no limit of tokens by this name. */
  | "limit_unsupported"
  | "temperature_unsupported"
  /** It does not tell in a stream what a completion took. */
  | "usage_unsupported"
  /** It does not make sound of this format, or makes it of another. */
  | "format_unsupported"
  /** It takes messages of the two sides in turn only, the caller's first. */
  | "order_unsupported"
  /** It knows no system prompt. */
  | "system_unsupported"
  /** The model wrote a call that the server could not read: asked again, it may write a better one. */
  | "generation_failed"
  /** It answered, but its model said not a word: it thought until its tokens were used up, or a filter took it all. */
  | "wordless";

/** A failed request. It tells what the server refused, as far as there is something to be done about it. */
export class BackendFailure extends AttendantError {
  /** The HTTP status of the answer; undefined when there was none, or when it broke off. */
  readonly status: number | undefined;
  readonly refusal: Refusal | undefined;

  constructor(code: Purpose["code"], detail: string, status?: number, refusal?: Refusal) {
    super(code, detail);
    this.status = status;
    this.refusal = refusal;
  }
}

/** A failure as two halves of a sentence: what the server did, and the setting to look at. */
type Finding = readonly [what: string, lookAt: string];

/**
 * Interprets whatever a request threw, in the one place where foreign error texts and codes are read. The detail is one
 * sentence that names the setting to look at and never the key: the foreign error itself, which may hold anything, is
 * not kept as its cause.
 */
export function failureOf(error: unknown, purpose: Purpose, asked: Asked): AttendantError {
  if (error instanceof AttendantError) return error;
  const [what, lookAt] = find(error, purpose, asked);
  const detail = `The ${purpose.server} at ${asked.address} ${what}; see ${lookAt}.`;
  if (!(error instanceof APIError)) return new BackendFailure(purpose.code, detail);
  return new BackendFailure(purpose.code, detail, error.status, refusalIn(wordsOf(error.error)));
}

const UNSUPPORTED = "not (?:support|permit|allow)|unsupported|unrecogni[sz]ed|unknown|unexpected|forbidden";
const LIMIT = "max_(?:completion_)?tokens\\b";

/** That a server does not know, or not take, what is named so: the name and the verdict stand close to each other. */
function refusing(name: string): RegExp {
  return new RegExp(`${name}.{0,60}(?:${UNSUPPORTED})|(?:${UNSUPPORTED}).{0,40}${name}`, "i");
}

/**
 * What servers write when they refuse: OpenAI, vLLM, llama.cpp, LM Studio, TGI, Anthropic, Gemini, Mistral, Ollama and
 * OpenRouter, each in words of its own.
 */
const REFUSALS: readonly (readonly [Refusal, RegExp])[] = [
  [
    "generation_failed",
    /failed to call a function|failed_generation|tool_use_failed|(parse|parsing) (the )?(tool|function) call/i,
  ],
  [
    "order_unsupported",
    /roles? must alternate|alternat\w+ (between )?(the )?(roles|user)|(must|should) (start|begin) with (a |the )?(role )?['"]?user|first message must .{0,30}user|after (the )?system.{0,40}user message/i,
  ],
  [
    "system_unsupported",
    /system['"]? (role|message|prompt|instruction)s?.{0,30}\b(not|un)\s?(be )?(supported|allowed|enabled|permitted)|(unsupported|unknown|invalid) role.{0,20}system|developer instruction is not enabled/i,
  ],
  [
    "context_too_long",
    /context[ _-]?(length|size|window)|maximum (context|model) length|(prompt|input|request) (is )?too (long|large)|input token count|too many tokens|number of tokens to keep|tokens.{0,40} must be <=|must have less than \d+ tokens/i,
  ],
  [
    "tools_unsupported",
    /not support (the )?(use of )?(tools?|functions?)\b|(tools?|tool use|tool[ _-]calling|function[ _-]calling|functions)\b.{0,20}\b(not (supported|enabled|available|permitted|allowed)|unsupported|disabled)|tool choice requires|tools param requires|support tool use|(unknown|unsupported).{0,20}\btools\b/i,
  ],
  ["tool_choice_unsupported", /tool[ _]choice/i],
  ["limit_unsupported", refusing(LIMIT)],
  ["temperature_unsupported", refusing("temperature\\b")],
  ["usage_unsupported", refusing("(?:stream_options|include_usage)\\b")],
  ["format_unsupported", /response_format|\bpcm\b|(unsupported|invalid) (audio |output )?format/i],
];

function refusalIn(words: string): Refusal | undefined {
  const line = words.slice(0, 2_000).replace(/\s+/g, " ");
  if (/\btool_choice\b/.test(line) && !/requires/.test(line)) return "tool_choice_unsupported";
  return REFUSALS.find(([, pattern]) => pattern.test(line))?.[0];
}

/** Whether the connection broke before any answer came: what happens when a kept connection was closed as it was used. */
export function brokeUnanswered(error: unknown): boolean {
  return error instanceof APIError && error.status === undefined && BROKEN.has(networkCodeOf(error) ?? "");
}

/** How a server that gave no usable answer fails: the sentence `The … server at … ${what}; see ADDRESS.` */
export function nonsense(what: string, purpose: Purpose, asked: Pick<Asked, "address">): AttendantError {
  return new AttendantError(
    purpose.code,
    `The ${purpose.server} at ${asked.address} ${what}; see ${purpose.settings.address}.`,
  );
}

function find(error: unknown, { settings }: Purpose, asked: Asked): Finding {
  if (error instanceof Ending && error.kind === "deadline") {
    return [`sent nothing for ${asked.timeoutMs} ms`, settings.address];
  }
  if (error instanceof APIError && error.status !== undefined) return refused(error, settings, asked);
  const code = networkCodeOf(error);
  if (code !== undefined) return [broken(code), settings.address];
  if (error instanceof APIError && error.error) {
    return [`broke off${quoted(wordsOf(error.error), asked.apiKey)}`, settings.model];
  }
  if (error instanceof AnswerTooLong) return [error.message, settings.address];
  if (error instanceof SyntaxError) return ["answered with what is no JSON", settings.address];
  if (error instanceof TypeError && error.message === "terminated")
    return ["closed the connection before its answer was complete", settings.address];
  return ["could not be asked", settings.address];
}

const WRONG_REQUEST: ReadonlySet<number> = new Set([400, 422]);
const NO_SUCH_MODEL =
  /\bmodel\b.{0,80}\b(not found|not exist|unknown)|(invalid|unknown|no such|not a valid) model|model_not_found/i;
/** Why a server forbids what has nothing to do with the key. */
const NOT_THE_KEY =
  /\b(country|countries|region|territory|location|blocked|firewall|ip|address(es)?|host|origin|quota|billing|terms)\b/i;

/** The server answered, with a status of 300 or more. */
function refused(error: APIError, settings: Purpose["settings"], asked: Asked): Finding {
  const status = Number(error.status);
  const said = wordsOf(error.error);
  const words = quoted(said, asked.apiKey);
  if (status >= 300 && status < 400) {
    return [`redirects to ${redirection(error, asked.address)} (HTTP ${status})`, settings.address];
  }
  if (status === 401) return [`refused the key (HTTP 401)`, settings.key];
  if (status === 403) return forbidden(said, words, settings);
  const isOfModel = /\bmodels?\b/i.test(said);
  if ((status === 404 && isOfModel) || (WRONG_REQUEST.has(status) && NO_SUCH_MODEL.test(said))) {
    return [`knows no such model (HTTP ${status})${words}`, settings.model];
  }
  if (status === 404 || status === 405) {
    return [`knows no such model or path (HTTP ${status})${words}`, `${settings.model} and ${settings.address}`];
  }
  if (status === 429) return [`has too much to do, or its quota is used up (HTTP 429)${words}`, settings.key];
  if (status === 503 && /\bloading\b/i.test(said)) return [`is still loading (HTTP 503)${words}`, settings.address];
  if (status >= 500) return [`is in trouble of its own (HTTP ${status})${words}`, settings.address];
  const [, named] = settings.others?.find(([pattern]) => pattern.test(said)) ?? [];
  return [`refused the request (HTTP ${status})${words}`, named ?? settings.model];
}

/** HTTP 403 has many reasons; a server that tells none, or answers with a page, may be one in front of the one that is meant. */
function forbidden(said: string, words: string, settings: Purpose["settings"]): Finding {
  const both = `${settings.key} and ${settings.address}`;
  if (said === "") return ["forbids it (HTTP 403) and does not say why", both];
  if (/\bmodels?\b/i.test(said)) {
    return [`forbids this model (HTTP 403)${words}`, `${settings.model} and ${settings.key}`];
  }
  if (NOT_THE_KEY.test(said)) return [`forbids it (HTTP 403)${words}`, both];
  return [`refused the key (HTTP 403)${words}`, settings.key];
}

/** Where a redirection leads, as a base address where it is one. Without its query, which may hold anything. */
function redirection({ headers }: APIError, address: string): string {
  const location = headers?.get("location") ?? "";
  if (!location || !URL.canParse(location, address)) return "nowhere";
  const { origin, pathname } = new URL(location, address);
  return `${origin}${pathname.replace(/\/(chat\/completions|audio\/(speech|transcriptions))\/?$/, "")}`;
}

const BROKEN = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);
const UNREACHABLE = new Set(["ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH", "UND_ERR_CONNECT_TIMEOUT"]);

/** What OpenSSL says when what comes is no TLS at all. */
const NO_TLS = new Set(["ERR_SSL_WRONG_VERSION_NUMBER", "ERR_SSL_PACKET_LENGTH_TOO_LONG", "EPROTO"]);

/** No answer, or only half of one: by the code that Node's network stack gives. */
function broken(code: string): string {
  if (code === "ECONNREFUSED") return "accepts no connections";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "has a host name that cannot be found";
  if (UNREACHABLE.has(code)) return "cannot be reached";
  if (BROKEN.has(code)) return "closed the connection before its answer was complete";
  if (code.startsWith("HPE_")) return "does not speak HTTP";
  if (NO_TLS.has(code)) return "does not speak TLS: write http:// instead of https://";
  if (/CERT|TLS|SSL|UNABLE_TO_VERIFY/.test(code)) return `has a certificate that is not trusted (${code})`;
  return `cannot be talked to (${code})`;
}

/** What the network said of it. An APIError's own code is the server's. */
function networkCodeOf(error: unknown): string | undefined {
  return codeOf(error instanceof APIError ? error.cause : error);
}
