import { AttendantError } from "../kernel/errors.js";

/** What is wrong with one setting. `given` is fit to be shown: secrets are masked in it. */
export interface SettingFault {
  readonly name: string;
  readonly problem: string;
  readonly given?: string;
}

/** Whether something is wrong already with the setting of this name, be it given as a value or as a file. */
export function hasFault(faults: readonly SettingFault[], name: string): boolean {
  return faults.some((fault) => fault.name === name || fault.name === `${name}_FILE`);
}

/**
 * All faults in one error, a line each, so that whoever sets it up mends them in one go.
 *
 * @param causes a sentence each: why a setting may be missing or wrong, such as a name that is misspelt
 */
export function settingsInvalid(faults: readonly SettingFault[], causes: readonly string[] = []): AttendantError {
  const lines = faults.map(
    ({ name, problem, given }) => `  ${name}: ${problem}${given === undefined ? "" : `; given: ${given}`}`,
  );
  const count = faults.length === 1 ? "one fault" : `${faults.length} faults`;
  const why = causes.length > 0 ? ["This may be why:", ...causes.map((each) => `  ${each}`)] : [];
  return new AttendantError("settings_invalid", [`The settings have ${count}:`, ...lines, ...why].join("\n"));
}

/** The first character of a secret that nobody types into one on purpose, told without showing any other. */
function oddCharacter(text: string): string {
  const at = [...text].findIndex((each) => !/[\x21-\x7e]/.test(each));
  if (at < 0) return "";
  const odd = [...text][at] ?? "";
  const what = /[\r\n]/.test(odd) ? "a line break" : /\s/.test(odd) ? "a blank" : "not printable ASCII";
  return `, number ${at + 1} is ${what}`;
}

/** A given value as a fault may show it: a secret by its length, an address without user and password. */
export function maskedValue(text: string, secret: boolean): string {
  if (secret) return `*** (${text.length} characters${oddCharacter(text)})`;
  const safe = text.replace(/\/\/[^/\s]*@/g, "//***@");
  return JSON.stringify(safe.length > 80 ? `${safe.slice(0, 80)}…` : safe);
}
