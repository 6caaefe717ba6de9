import { primaryLanguage } from "../locales/locales.js";
import { RequestFault } from "./answers.js";

/**
 * The language that a client says is spoken; without one, the recogniser's only language, or undefined.
 *
 * @param languages those that the recogniser knows; none when it knows any
 * @throws {RequestFault} when the recogniser does not know the language: it would transcribe the speech as if it were another one
 */
export function knownLanguage(asked: unknown, languages: readonly string[]): string | undefined {
  const language = typeof asked === "string" ? primaryLanguage(asked) : undefined;
  if (!language) return languages.length === 1 ? languages[0] : undefined;
  if (languages.length > 0 && !languages.includes(language))
    throw new RequestFault(
      400,
      `language: this recogniser knows ${languages.join(", ")}, given '${language.slice(0, 64)}'`,
    );
  return language;
}
