import { parseEnv } from "node:util";

/**
 * A variable of .env that Compose and Node read differently, or that Compose rejects. It has no value, which may be a secret.
 */
export interface Misread {
  readonly name: string;
  /** Reason for the difference. */
  readonly why: string;
}

type Reading = { readonly value: string; readonly why?: string } | { readonly refused: string };

const LINE = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_.-]*)\s*(?:=|:\s)\s*(.*)$/;

/**
 * Returns the variables of a .env that Docker Compose reads differently from Node (https://docs.docker.com/compose/how-tos/environment-variables/variable-interpolation/):
 * Compose expands `$NAME` and `${NAME}` outside of single quotes and reads `$$` as a dollar sign; Node takes `$` literally.
 * Node ends an unquoted value at any `#`, Compose only at one after a blank.
 *
 * @param text text of the file
 * @param environment additional variables that Compose expands
 */
export function misreadByCompose(text: string, environment: Readonly<Record<string, string | undefined>>): Misread[] {
  const byNode = parseEnv(text);
  const misread: Misread[] = [];
  const known: Record<string, string | undefined> = { ...environment };
  for (const line of text.replace(/^\ufeff/, "").split(/\r?\n/)) {
    const [, name, written] = LINE.exec(line) ?? [];
    if (name === undefined || written === undefined || line.trimStart().startsWith("#")) continue;
    const read = composeReads(written, known);
    if ("refused" in read) misread.push({ name, why: read.refused });
    else {
      known[name] = read.value;
      const { [name]: ofNode } = byNode;
      // Only the first line of a multi-line value is compared here.
      if (ofNode !== undefined && ofNode !== read.value && !ofNode.includes("\n")) {
        misread.push({ name, why: read.why ?? (/#/.test(written) ? "a #" : "its quotes or escapes") });
      }
    }
  }
  return misread;
}

function composeReads(written: string, known: Readonly<Record<string, string | undefined>>): Reading {
  const single = /^'((?:[^'\\]|\\.)*)'/.exec(written);
  if (single) return { value: (single[1] ?? "").replace(/\\'/g, "'") };
  const double = /^"((?:[^"\\]|\\.)*)"/.exec(written);
  const bare = double ? unescaped(double[1] ?? "") : written.replace(/\s+#.*$/, "").trim();
  return filledIn(bare, known);
}

function unescaped(text: string): string {
  return text.replace(/\\([nrt"\\])/g, (_, letter: string) => ({ n: "\n", r: "\r", t: "\t" })[letter] ?? letter);
}

function filledIn(text: string, known: Readonly<Record<string, string | undefined>>): Reading {
  let why: string | undefined;
  let refused: string | undefined;
  const value = text.replace(/\$(?:\$|([A-Za-z_]\w*)|\{([^}]*)\}|(.?))/g, (found, name?: string, braced?: string) => {
    why = "a dollar sign";
    if (found === "$$") return "$";
    const [, inBraces, alternative] = /^([A-Za-z_]\w*)(?::?-(.*))?$/.exec(braced ?? "") ?? [];
    const asked = name ?? inBraces;
    if (asked !== undefined) return known[asked] ?? alternative ?? "";
    if (braced !== undefined) refused = "a dollar sign that Compose cannot read";
    return found;
  });
  if (refused !== undefined) return { refused };
  return { value, ...(why !== undefined && { why }) };
}
