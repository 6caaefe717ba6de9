import { AttendantError, type ErrorCode } from "../kernel/errors.js";
import type { ValidationFault } from "../validation/words.js";

/** A request with faults in it. Its message is all of them in one sentence, as far as a sentence carries. */
export class InvalidInput extends AttendantError {
  readonly faults: readonly ValidationFault[];

  constructor(faults: readonly ValidationFault[]) {
    super("invalid_request", sentenceOf(faults));
    this.faults = faults;
  }
}

/** A request that may be made again after a while. */
export class TryLater extends AttendantError {
  readonly afterSeconds: number;

  constructor(code: ErrorCode, detail: string, afterSeconds: number) {
    super(code, detail);
    this.afterSeconds = afterSeconds;
  }
}

const MAX_IN_A_SENTENCE = 3;

function sentenceOf(faults: readonly ValidationFault[]): string {
  const told = faults.slice(0, MAX_IN_A_SENTENCE).map(({ path, message }) => `${nameOf(path)} ${message}`);
  const untold = faults.length - told.length;
  return `${[...told, ...(untold > 0 ? [`${untold} more`] : [])].join("; ").replace(/[.?]$/, "")}.`;
}

/** `/choice/options/0/value` as one says it: choice.options.0.value. */
function nameOf(path: string): string {
  if (path === "") return "The body";
  const names = path.replace(/^\//, "").split("/");
  return names.map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~").slice(0, 80)).join(".");
}
