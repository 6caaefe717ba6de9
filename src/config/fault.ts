import { AttendantError } from "../kernel/errors.js";

/** A fault of one setting. Secrets are masked in `given`, so it can be shown. */
export interface SettingFault {
  readonly name: string;
  readonly problem: string;
  readonly given?: string;
}

/** Returns whether a fault of this setting is already known, whether it was given as a value or as a file. */
export function hasFault(faults: readonly SettingFault[], name: string): boolean {
  return faults.some((fault) => fault.name === name || fault.name === `${name}_FILE`);
}

/**
 * Creates one error with all faults, a line each, so that they can be corrected in one go.
 *
 * @param causes possible reasons for a missing or wrong setting, such as a misspelt name; a sentence each
 */
export function settingsInvalid(faults: readonly SettingFault[], causes: readonly string[] = []): AttendantError {
  const lines = faults.map(
    ({ name, problem, given }) => `  ${name}: ${problem}${given === undefined ? "" : `; given: ${given}`}`,
  );
  const count = faults.length === 1 ? "one fault" : `${faults.length} faults`;
  const why = causes.length > 0 ? ["This may be why:", ...causes.map((each) => `  ${each}`)] : [];
  return new AttendantError("settings_invalid", [`The settings have ${count}:`, ...lines, ...why].join("\n"));
}

/** Describes the first character that does not belong in a secret, without showing the others. */
function oddCharacter(text: string): string {
  const at = [...text].findIndex((each) => !/[\x21-\x7e]/.test(each));
  if (at < 0) return "";
  const odd = [...text][at] ?? "";
  const what = /[\r\n]/.test(odd) ? "a line break" : /\s/.test(odd) ? "a blank" : "not printable ASCII";
  return `, number ${at + 1} is ${what}`;
}

/** Masks a value for a fault: of a secret only the length is shown, an address loses user and password. */
export function maskedValue(text: string, secret: boolean): string {
  if (secret) return `*** (${text.length} characters${oddCharacter(text)})`;
  const safe = text.replace(/\/\/[^/\s]*@/g, "//***@");
  return JSON.stringify(safe.length > 80 ? `${safe.slice(0, 80)}…` : safe);
}
