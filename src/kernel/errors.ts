/**
 * Every error that a person or a program may see, by its stable code, with its HTTP status and title. `docs/errors.md` says what
 * each means and what to do; a test keeps the two equal.
 */
export const ERRORS = {
  invalid_request: { status: 400, title: "The request is not valid" },
  unauthorized: { status: 401, title: "No valid API key" },
  origin_not_allowed: { status: 403, title: "Requests from another site or host name are not allowed" },
  scope_missing: { status: 403, title: "The key lacks a required scope" },
  not_found: { status: 404, title: "Not found" },
  method_not_allowed: { status: 405, title: "Method not allowed" },
  payload_too_large: { status: 413, title: "The body is too large" },
  unsupported_media_type: { status: 415, title: "The body is not JSON" },
  internal: { status: 500, title: "Internal error" },
  settings_invalid: { status: 500, title: "The settings are invalid" },
  unavailable: { status: 503, title: "New calls are not accepted at present" },
  assistants_changed: { status: 409, title: "The file of assistants has changed" },
  assistants_not_stored: { status: 503, title: "The file of assistants cannot be written" },
  store_unavailable: { status: 503, title: "The store does not answer" },
  destination_not_allowed: { status: 403, title: "This number may not be dialled" },
  quiet_hours: { status: 403, title: "This number is not called at this time" },
  too_many_attempts: { status: 403, title: "This number was called too often" },
  call_in_progress: { status: 409, title: "The call has not ended" },
  no_conversation: { status: 409, title: "The call has no conversation" },
  schedules_full: { status: 409, title: "There are too many schedules" },
  schedule_over: { status: 409, title: "The schedule has ended" },
  idempotency_conflict: { status: 409, title: "The idempotency key was used for a different request" },
  idempotency_in_progress: { status: 409, title: "The first request with this idempotency key is in progress" },
  rate_limited: { status: 429, title: "Too many requests" },
  queue_full: { status: 429, title: "Too many calls are queued" },
  asterisk_unreachable: { status: 503, title: "Asterisk cannot be reached" },
  asterisk_credentials_refused: { status: 503, title: "Asterisk rejected the ARI user or password" },
  asterisk_not_usable: { status: 503, title: "Asterisk lacks a required module or permission" },
  asterisk_application_taken: { status: 503, title: "Another controller took over the ARI application" },
  asterisk_request_failed: { status: 503, title: "Asterisk rejected an operation" },
  media_failed: { status: 503, title: "The media connection failed" },
  stt_failed: { status: 503, title: "Speech-to-text failed" },
  tts_failed: { status: 503, title: "Text-to-speech failed" },
  llm_failed: { status: 503, title: "The language model failed" },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** An error with a code of the catalogue. `message` is one sentence for a person and never contains a secret. */
export class AttendantError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.name = "AttendantError";
    this.code = code;
  }
}

/** The error of a number that DIAL rules or the list of a key do not permit. */
export function mayNotBeDialled(number: string): AttendantError {
  return new AttendantError("destination_not_allowed", `The number ${number} may not be dialled.`);
}

/** Whether an error has that code. */
export function hasCode(error: unknown, code: ErrorCode): error is AttendantError {
  return error instanceof AttendantError && error.code === code;
}

/** An error and its causes, at most four levels: fetch and net hide what happened there, and causes can be circular. */
export function* causesOf(error: unknown): Generator<unknown, void, void> {
  for (let at = error, depth = 0; at !== undefined && at !== null && depth < 4; depth++) {
    yield at;
    at = at instanceof Error ? at.cause : undefined;
  }
}

/**
 * The first code that Node or OpenSSL gave an error or one of its causes, such as ECONNREFUSED. Our own codes are in lower case.
 */
export function codeOf(error: unknown): string | undefined {
  for (const at of causesOf(error)) {
    const { code } = at instanceof Error ? (at as NodeJS.ErrnoException) : {};
    if (typeof code === "string" && /^[A-Z][A-Z0-9_]+$/.test(code)) return code;
  }
  return undefined;
}

/**
 * Describes an error and its causes without a stack ("fetch failed: connect ECONNREFUSED 127.0.0.1:8088"), for logs and `detail`
 * fields. Accepts any thrown value and never throws itself.
 */
export function describe(error: unknown): string {
  const parts: string[] = [];
  for (const at of causesOf(error)) {
    const text = words(at);
    if (!parts.some((part) => part.includes(text))) parts.push(text);
  }
  return parts.join(": ") || String(error);
}

/** One level of it. An AggregateError of net has no message of its own: one part for each address that was tried. */
function words(error: unknown, nested = false): string {
  try {
    if (typeof error !== "object" || error === null) return String(error);
    const { message, name, errors } = error as { message?: unknown; name?: unknown; errors?: unknown };
    if (typeof message === "string" && message !== "") return message;
    if (Array.isArray(errors) && errors.length > 0 && !nested) {
      return [...new Set(errors.slice(0, 4).map((inner) => words(inner, true)))].join(", ");
    }
    if (error instanceof Error) return String(name);
    return JSON.stringify(error) ?? "a value that is not an error";
  } catch {
    return "an error that cannot be described";
  }
}
