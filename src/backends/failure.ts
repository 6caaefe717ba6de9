import { APIError } from "openai";
import { Ending } from "../kernel/ending.js";
import { AttendantError, codeOf } from "../kernel/errors.js";
import { AnswerTooLong } from "./bounded-body.js";
import { quoted, wordsOf } from "./words.js";

/** The purpose of a server: the error code of its failures, and the settings to check when it fails. */
export interface Purpose {
  readonly code: "stt_failed" | "tts_failed" | "llm_failed";
  /** The server's name: `speech-to-text server`. */
  readonly server: string;
  /** Names of the settings that determine the requests. */
  readonly settings: {
    readonly address: string;
    readonly key: string;
    readonly model: string;
    /** Further settings, each to be checked when the server rejects a request with matching words. */
    readonly others?: readonly (readonly [words: RegExp, setting: string])[];
  };
}

/** The server that was asked. */
export interface Asked {
  readonly address: string;
  readonly apiKey: string | undefined;
  readonly timeoutMs: number;
}

/** A rejected feature for which there is an alternative. */
export type Refusal =
  | "context_too_long"
  | "tools_unsupported"
  | "tool_choice_unsupported"
  /** It does not support a token limit with this name. */
  | "limit_unsupported"
  | "temperature_unsupported"
  /** It does not report token usage in streams. */
  | "usage_unsupported"
  /** It does not produce this audio format, or answers in another one. */
  | "format_unsupported"
  /** It answers, but has no sound for this text. */
  | "text_refused"
  /** It requires the messages of the two sides to alternate, beginning with the caller's. */
  | "order_unsupported"
  /** It does not support a system prompt. */
  | "system_unsupported"
  /** The model wrote a call that the server could not parse; a retry may succeed. */
  | "generation_failed"
  /** It answered, but the model said nothing: its reasoning used up the tokens, or a filter removed everything. */
  | "wordless";

/** What is wrong with a server or its settings, for those who know a remedy. */
export type ServerFault =
  | "unresolved"
  | "wrong_scheme"
  | "untrusted_certificate"
  | "refuses_connections"
  | "unreachable"
  /** No answer came in time. */
  | "late"
  | "not_http"
  | "redirects"
  | "model_denied"
  | "denied"
  | "key_rejected"
  | "overloaded"
  | "unknown_model"
  /** It may be the model as well. */
  | "unknown_path"
  | "loading"
  /** A proxy answers in place of the server. */
  | "bad_gateway"
  | "internal_error"
  /** Something answers that is not this interface, such as a web page. */
  | "not_this_interface"
  /** The status of the answer is good, but its contents are unusable. */
  | "unusable_answer";

/** A failed request. */
export class BackendFailure extends AttendantError {
  /** The HTTP status of the answer; undefined when there was none, or when it broke off. */
  readonly status: number | undefined;
  /** The rejected feature, if there is an alternative. */
  readonly refusal: Refusal | undefined;
  /** Undefined if only the message says what is wrong. */
  readonly fault: ServerFault | undefined;

  constructor(code: Purpose["code"], detail: string, status?: number, refusal?: Refusal, fault?: ServerFault) {
    super(code, detail);
    this.status = status;
    this.refusal = refusal;
    this.fault = fault;
  }

  /** Whether the server understands this kind of request and will not carry out this one: its form, or its contents. */
  get isRejection(): boolean {
    return REJECTIONS.has(this.status ?? 0);
  }
}

const REJECTIONS: ReadonlySet<number> = new Set([400, 413, 415, 422]);

/** A failure as two parts of a sentence: what the server did, and the setting to check. */
type Finding = readonly [what: string, lookAt: string, fault?: ServerFault | undefined];

/**
 * Converts the error of a request; the one place where foreign error texts and codes are interpreted. The detail is one sentence
 * that names the setting to check and never the key: the foreign error, which may contain anything, is not kept as its cause.
 */
export function failureOf(error: unknown, purpose: Purpose, asked: Asked): AttendantError {
  if (error instanceof AttendantError) return error;
  const [what, lookAt, fault] = find(error, purpose, asked);
  const detail = `The ${purpose.server} at ${asked.address} ${what}; see ${lookAt}.`;
  if (!(error instanceof APIError)) return new BackendFailure(purpose.code, detail, undefined, undefined, fault);
  return new BackendFailure(purpose.code, detail, error.status, refusalIn(wordsOf(error.error)), fault);
}

const UNSUPPORTED = "not (?:support|permit|allow)|unsupported|unrecogni[sz]ed|unknown|unexpected|forbidden";
const LIMIT = "max_(?:completion_)?tokens\\b";

/** Matches words that reject a named feature: the name and the verdict are close to each other. */
function refusing(name: string): RegExp {
  return new RegExp(`${name}.{0,60}(?:${UNSUPPORTED})|(?:${UNSUPPORTED}).{0,40}${name}`, "i");
}

/**
 * How servers word rejections: OpenAI, vLLM, llama.cpp, LM Studio, TGI, Anthropic, Gemini, Mistral, Ollama and OpenRouter all
 * differ.
 */
const REFUSALS: readonly (readonly [Refusal, RegExp])[] = [
  [
    "generation_failed",
    /failed to call a function|failed_generation|tool_use_failed|(parse|parsing) (the )?(tool|function) call/i,
  ],
  [
    "order_unsupported",
    /roles? must alternate|alternat\w+ (between )?(the )?(roles|user)|(must|should) (start|begin) with (a |the )?(role )?['"]?user|first message must .{0,30}user|after (the )?system.{0,40}user message|expected last role user|must end with a user|last message must .{0,30}user/i,
  ],
  [
    "system_unsupported",
    /system['"]? (role|message|prompt|instruction)s?.{0,30}\b(not|un)\s?(be )?(supported|allowed|enabled|permitted)|(unsupported|unknown|invalid) role.{0,20}system|developer instruction is not enabled|only user and assistant roles|system['"]? (message |role |prompt )?must be (at the beginning|(the )?first)/i,
  ],
  [
    "context_too_long",
    /context[ _-]?(length|size|window)|maximum (context|model|prompt|input) length|max_seq_len|reduce the length of the (messages|prompt|input)|(prompt|input|request) (is )?too (long|large)|input token count|too many tokens|number of tokens to keep|tokens.{0,40} must be <=|must have less than \d+ tokens/i,
  ],
  [
    "tools_unsupported",
    /not support (the )?(use of )?(tools?|functions?)\b|(tools?|tool use|tool[ _-]calling|function[ _-]calling|functions)\b.{0,20}\b(not (supported|enabled|available|permitted|allowed)|unsupported|disabled)|tool choice requires|tools param requires|support tool use|(unknown|unsupported).{0,20}\btools\b|only user, system and assistant roles/i,
  ],
  ["tool_choice_unsupported", /tool[ _]choice/i],
  ["limit_unsupported", refusing(LIMIT)],
  [
    "temperature_unsupported",
    new RegExp(
      String.raw`${refusing("temperature\\b").source}|temperature\b.{0,20}\b(?:only|must be)(?: be set to)? 1\b`,
      "i",
    ),
  ],
  ["usage_unsupported", refusing("(?:stream_options|include_usage)\\b")],
  ["format_unsupported", /response_format|\bpcm\b|(unsupported|invalid) (audio |output )?format/i],
];

function refusalIn(words: string): Refusal | undefined {
  const line = words.slice(0, 2_000).replace(/\s+/g, " ");
  if (/\btool_choice\b/.test(line) && !/requires/.test(line)) return "tool_choice_unsupported";
  return REFUSALS.find(([, pattern]) => pattern.test(line))?.[0];
}

/** Whether the connection broke before any answer: this happens when a kept-alive connection is closed just as it is used. */
export function brokeUnanswered(error: unknown): boolean {
  return error instanceof APIError && error.status === undefined && BROKEN.has(networkCodeOf(error) ?? "");
}

/** The failure of a server that gave no usable answer: `The … server at … ${what}; see ADDRESS.` */
export function nonsense(
  what: string,
  purpose: Purpose,
  asked: Pick<Asked, "address">,
  fault: ServerFault = "unusable_answer",
): AttendantError {
  const detail = `The ${purpose.server} at ${asked.address} ${what}; see ${purpose.settings.address}.`;
  return new BackendFailure(purpose.code, detail, undefined, undefined, fault);
}

function find(error: unknown, { settings }: Purpose, asked: Asked): Finding {
  if (error instanceof Ending && error.kind === "deadline") {
    return [`sent nothing for ${asked.timeoutMs} ms`, settings.address, "late"];
  }
  if (error instanceof APIError && error.status !== undefined) return refused(error, settings, asked);
  const code = networkCodeOf(error);
  if (code !== undefined) {
    const [what, fault] = broken(code);
    return [what, settings.address, fault];
  }
  if (error instanceof APIError && error.error) {
    return [`broke off${quoted(wordsOf(error.error), asked.apiKey)}`, settings.model];
  }
  if (error instanceof AnswerTooLong) return [error.message, settings.address];
  if (error instanceof SyntaxError) {
    return ["answered with something that is not JSON", settings.address, "not_this_interface"];
  }
  if (error instanceof TypeError && error.message === "terminated")
    return ["closed the connection before its answer was complete", settings.address];
  return ["could not be reached", settings.address];
}

/** Statuses of a proxy that gets no usable answer. */
const GATEWAY: ReadonlySet<number> = new Set([502, 504]);
const WRONG_REQUEST: ReadonlySet<number> = new Set([400, 422]);
const NO_SUCH_MODEL =
  /\bmodel\b.{0,80}\b(not found|not exist|unknown)|(invalid|unknown|no such|not a valid) model|model_not_found/i;
/** Reasons for which a server forbids a request that do not concern the key. */
const NOT_THE_KEY =
  /\b(country|countries|region|territory|location|blocked|firewall|ip|address(es)?|host|origin|quota|billing|terms)\b/i;

/** The server answered with a status of 300 or more. */
// oxlint-disable-next-line complexity -- one branch for each status that has a meaning of its own
function refused(error: APIError, settings: Purpose["settings"], asked: Asked): Finding {
  const status = Number(error.status);
  const said = wordsOf(error.error);
  const words = quoted(said, asked.apiKey);
  if (status >= 300 && status < 400) {
    return [`redirects to ${redirection(error, asked.address)} (HTTP ${status})`, settings.address, "redirects"];
  }
  if (status === 401) return [`rejected the key (HTTP 401)`, settings.key, "key_rejected"];
  if (status === 403) return forbidden(said, words, settings);
  const isOfModel = /\bmodels?\b/i.test(said);
  if ((status === 404 && isOfModel) || (WRONG_REQUEST.has(status) && NO_SUCH_MODEL.test(said))) {
    return [`does not know this model (HTTP ${status})${words}`, settings.model, "unknown_model"];
  }
  if (status === 404 || status === 405) {
    const both = `${settings.model} and ${settings.address}`;
    return [`does not know this model or path (HTTP ${status})${words}`, both, "unknown_path"];
  }
  if (status === 429) return [`is overloaded, or its quota is used up (HTTP 429)${words}`, settings.key, "overloaded"];
  if (status === 503 && /\bloading\b/i.test(said)) {
    return [`is still loading (HTTP 503)${words}`, settings.address, "loading"];
  }
  if (status >= 500) {
    const fault = GATEWAY.has(status) ? "bad_gateway" : "internal_error";
    return [`has an internal error (HTTP ${status})${words}`, settings.address, fault];
  }
  const [, named] = settings.others?.find(([pattern]) => pattern.test(said)) ?? [];
  const fault = /plain HTTP request/i.test(said) ? "wrong_scheme" : undefined;
  return [`rejected the request (HTTP ${status})${words}`, named ?? settings.model, fault];
}

/** HTTP 403 has many reasons; a server that gives none, or answers with a page, may be a proxy in front of the intended one. */
function forbidden(said: string, words: string, settings: Purpose["settings"]): Finding {
  const both = `${settings.key} and ${settings.address}`;
  if (said === "") return ["denies access (HTTP 403) without a reason", both, "denied"];
  if (/\bmodels?\b/i.test(said)) {
    return [`denies access to this model (HTTP 403)${words}`, `${settings.model} and ${settings.key}`, "model_denied"];
  }
  if (NOT_THE_KEY.test(said)) return [`denies access (HTTP 403)${words}`, both, "denied"];
  return [`rejected the key (HTTP 403)${words}`, settings.key, "key_rejected"];
}

/** The target of a redirection, as a base address if it is one. Without its query, which may contain anything. */
function redirection({ headers }: APIError, address: string): string {
  const location = headers?.get("location") ?? "";
  if (!location || !URL.canParse(location, address)) return "nowhere";
  const { origin, pathname } = new URL(location, address);
  return `${origin}${pathname.replace(/\/(chat\/completions|audio\/(speech|transcriptions))\/?$/, "")}`;
}

const BROKEN = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);
const UNREACHABLE = new Set(["ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH", "UND_ERR_CONNECT_TIMEOUT"]);

/** OpenSSL's error when the answer is not TLS. */
const NO_TLS = new Set(["ERR_SSL_WRONG_VERSION_NUMBER", "ERR_SSL_PACKET_LENGTH_TOO_LONG", "EPROTO"]);

/** No answer, or only part of one: by the code of Node's network stack. */
function broken(code: string): readonly [what: string, fault?: ServerFault] {
  if (code === "ECONNREFUSED") return ["refuses connections", "refuses_connections"];
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return ["has an unknown host name", "unresolved"];
  if (UNREACHABLE.has(code)) return ["cannot be reached", "unreachable"];
  if (BROKEN.has(code)) return ["closed the connection before its answer was complete"];
  if (code.startsWith("HPE_")) return ["does not speak HTTP", "not_http"];
  if (NO_TLS.has(code)) return ["does not speak TLS: write http:// instead of https://", "wrong_scheme"];
  if (/CERT|TLS|SSL|UNABLE_TO_VERIFY/.test(code)) {
    return [`has a certificate that is not trusted (${code})`, "untrusted_certificate"];
  }
  return [`failed with a network error (${code})`];
}

/** The network's error code. An APIError's own code is the server's. */
function networkCodeOf(error: unknown): string | undefined {
  return codeOf(error instanceof APIError ? error.cause : error);
}
