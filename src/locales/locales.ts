import { DE } from "./de/locale.js";
import { EN } from "./en/locale.js";
import { ES } from "./es/locale.js";
import { FR } from "./fr/locale.js";
import { IT } from "./it/locale.js";
import type { Locale } from "./locale.js";

/** The languages in which everything is said and understood. */
export const LOCALES: readonly Locale[] = [EN, DE, ES, FR, IT];

/** The primary language of a code, in lower case: `de` of `de-AT`. */
export function primaryLanguage(code: string): string {
  return code.toLowerCase().split(/[-_]/)[0] ?? "";
}

/** The locale of a language code such as `de` or `de-AT`; undefined when there is no folder for it. */
export function findLocale(code: string): Locale | undefined {
  const primary = primaryLanguage(code);
  return LOCALES.find((locale) => locale.code === primary);
}

/** The locale of a language code; English for languages without a folder. */
export function localeOf(code: string): Locale {
  return findLocale(code) ?? EN;
}

/** The locale of a language code; all of them for languages without a folder, and where the language is not known. */
export function localesFor(code: string | undefined): readonly Locale[] {
  const locale = findLocale(code ?? "");
  return locale ? [locale] : LOCALES;
}
