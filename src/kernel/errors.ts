/**
 * Every error that a person or a program may meet, by its stable code: the HTTP status it has over REST and its title.
 * `docs/errors.md` says what each means and what to do; a test keeps the two equal.
 */
export const ERRORS = {
  unauthorized: { status: 401, title: "No valid API key" },
  not_found: { status: 404, title: "Not found" },
  method_not_allowed: { status: 405, title: "Method not allowed" },
  internal: { status: 500, title: "Internal error" },
  settings_invalid: { status: 500, title: "Settings are not valid" },
  asterisk_unreachable: { status: 503, title: "Asterisk cannot be reached" },
  asterisk_credentials_refused: { status: 503, title: "Asterisk refused the ARI user or password" },
  asterisk_not_usable: { status: 503, title: "Asterisk lacks something that is needed" },
  asterisk_application_taken: { status: 503, title: "Another controller took the ARI application over" },
  asterisk_request_failed: { status: 503, title: "Asterisk refused an operation" },
  media_failed: { status: 503, title: "The media connection failed" },
  stt_failed: { status: 503, title: "Speech-to-text failed" },
  tts_failed: { status: 503, title: "Text-to-speech failed" },
  llm_failed: { status: 503, title: "The language model failed" },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** An error with a code of the catalogue. `message` is one sentence for a person and never holds a secret. */
export class AttendantError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.name = "AttendantError";
    this.code = code;
  }
}

/** What went wrong in words, without a stack: for logs and `detail` fields. Follows causes two levels deep. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error && error.cause.message ? `: ${error.cause.message}` : "";
  return (error.message || error.name) + (error.message.includes(cause.slice(2)) ? "" : cause);
}
