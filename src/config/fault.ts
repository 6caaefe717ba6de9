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
 * @param misspelt a sentence each: a setting that is missing may be there by another name
 */
export function settingsInvalid(faults: readonly SettingFault[], misspelt: readonly string[] = []): AttendantError {
  const lines = faults.map(
    ({ name, problem, given }) => `  ${name}: ${problem}${given === undefined ? "" : `; given: ${given}`}`,
  );
  const count = faults.length === 1 ? "one fault" : `${faults.length} faults`;
  const names = misspelt.length > 0 ? ["Names that may be misspelt:", ...misspelt.map((each) => `  ${each}`)] : [];
  return new AttendantError("settings_invalid", [`The settings have ${count}:`, ...lines, ...names].join("\n"));
}

/** A given value as a fault may show it: a secret by its length, an address without user and password. */
export function maskedValue(text: string, secret: boolean): string {
  if (secret) return `*** (${text.length} characters)`;
  const safe = text.replace(/\/\/[^/\s]*@/g, "//***@");
  return JSON.stringify(safe.length > 80 ? `${safe.slice(0, 80)}…` : safe);
}
