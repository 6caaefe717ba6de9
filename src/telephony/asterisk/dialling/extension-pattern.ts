/** Meaning of the letters of a pattern; any other character stands for itself. */
const CLASSES: Readonly<Record<string, string>> = { X: "[0-9]", Z: "[1-9]", N: "[2-9]", ".": ".+", "!": ".*" };

/**
 * Whether an extension of the dialplan matches a number by Asterisk's rules: one that begins with `_` is a pattern, any other
 * the number itself. Dashes are ignored in both.
 */
export function takesNumber(extension: string, number: string): boolean {
  const asked = number.replaceAll("-", "");
  if (!extension.startsWith("_")) return extension.replaceAll("-", "") === asked;
  let pattern = "";
  for (let rest = extension.slice(1); rest !== "";) {
    const [set = "", members = ""] = /^\[([^\]]*)\]/.exec(rest) ?? [];
    const letter = rest.slice(0, 1);
    // Blanks and hyphens are for readability.
    if (set) pattern += setOf(members);
    else if (!/[ -]/.test(letter)) pattern += CLASSES[letter.toUpperCase()] ?? escaped(letter);
    rest = rest.slice(set.length || 1);
  }
  return new RegExp(`^${pattern}$`, "s").test(asked);
}

/** Returns `0-9A-F*` as a set of a regular expression. A reversed range is empty. */
function setOf(members: string): string {
  const ranges = members.replace(/(.)-(.)|(.)/gs, (_, from?: string, to?: string, one?: string) => {
    if (one !== undefined) return escaped(one);
    return from !== undefined && to !== undefined && from <= to ? `${escaped(from)}-${escaped(to)}` : "";
  });
  return `[${ranges}]`;
}

const escaped = (letter: string) => letter.replace(/[^A-Za-z0-9]/, "\\$&");
