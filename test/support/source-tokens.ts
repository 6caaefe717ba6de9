/** One piece of TypeScript that matters to the architecture test. Comments are left out. */
export interface Token {
  readonly kind: "word" | "string" | "template" | "sign";
  /** The word, the sign, or what stands between the quotation marks; of a regular expression nothing. */
  readonly text: string;
  /** Counts from 1. */
  readonly line: number;
}

/** After these a slash begins a regular expression, after anything else it divides. */
const BEFORE_EXPRESSION = /^(return|typeof|case|in|of|do|else|void|delete|throw|await|yield|new|instanceof)$/;

/** Cuts source text into words, strings and signs; what stands in `${…}` of a template is cut as well. */
export function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  /** For each template that is open: how many braces are open inside its `${`. */
  const templates: number[] = [];
  let at = 0;
  let line = 1;

  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const text = pattern.exec(source)?.[0];
    if (text === undefined || text === "") return undefined;
    at += text.length;
    return text;
  };
  const put = (kind: Token["kind"], text: string) => tokens.push({ kind, text, line });
  const count = (text: string | undefined) => {
    line += (text?.match(/\n/g) ?? []).length;
    return text;
  };
  const beginsExpression = () => {
    const last = tokens.at(-1);
    if (!last) return true;
    if (last.kind === "sign") return !/^[)\]}]$/.test(last.text);
    return last.kind === "word" && BEFORE_EXPRESSION.test(last.text);
  };
  /** Text of a template up to its end or to the next `${`. */
  const template = () => {
    const text = count(take(/(?:[^`\\$]|\\[^]|\$(?!\{))*/y)) ?? "";
    put("template", text);
    if (take(/\$\{/y)) templates.push(0);
    else take(/`/y);
  };

  while (at < source.length) {
    if (count(take(/\s+|\/\/[^\n]*|\/\*[^]*?\*\//y))) continue;
    const word = take(/[\p{L}_$#@][\p{L}\p{N}_$]*|\d[\w.]*/uy);
    if (word) {
      put("word", word);
      continue;
    }
    const quoted = take(/"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'/y);
    if (quoted) {
      put("string", quoted.slice(1, -1));
      continue;
    }
    if (take(/`/y)) {
      template();
      continue;
    }
    if (source[at] === "/" && beginsExpression()) {
      if (take(/\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*/y)) {
        put("template", "");
        continue;
      }
    }
    const sign = take(/[^]/y) as string;
    const open = templates.at(-1);
    if (open !== undefined && sign === "{") templates[templates.length - 1] = open + 1;
    if (open !== undefined && sign === "}") {
      if (open === 0) {
        templates.pop();
        template();
        continue;
      }
      templates[templates.length - 1] = open - 1;
    }
    put("sign", sign);
  }
  return tokens;
}

export interface Import {
  /** As it is written: `./reply.js`, `node:fs`, `@scope/package/part`. */
  readonly from: string;
  readonly line: number;
}

/**
 * Everything that a file imports: `import` and `export … from`, with or without `type`, for the side effect only,
 * `import("x")` as an expression or as a type, `require("x")`. An import of something computed is given as `*computed*`.
 */
export function importsOf(tokens: readonly Token[]): Import[] {
  const imports: Import[] = [];
  for (const [i, token] of tokens.entries()) {
    if (token.kind !== "word") continue;
    const [before, next, afterNext, last] = [tokens[i - 1], tokens[i + 1], tokens[i + 2], tokens[i + 3]];
    if (before?.text === "." && before.kind === "sign") continue;
    const { line } = token;
    if ((token.text === "from" || token.text === "import") && next?.kind === "string") {
      imports.push({ from: next.text, line });
    } else if ((token.text === "import" || token.text === "require") && next?.text === "(" && next.kind === "sign") {
      const whole = afterNext?.kind === "string" && (last?.text === ")" || last?.text === ",");
      imports.push({ from: whole ? afterNext.text : "*computed*", line });
    }
  }
  return imports;
}

/** Names of the classes, interfaces, types, enums and namespaces that a file declares. */
export function typesOf(tokens: readonly Token[]): { readonly name: string; readonly line: number }[] {
  return tokens.flatMap((token, i) => {
    const next = tokens[i + 1];
    const after = tokens[i + 2]?.text;
    const declares = token.kind === "word" && /^(class|interface|type|enum|namespace)$/.test(token.text);
    if (!declares || next?.kind !== "word" || !/^\p{Lu}/u.test(next.text)) return [];
    // `type X` inside an import's braces is a use, not a declaration.
    if (token.text === "type" && after !== "=" && after !== "<") return [];
    return [{ name: next.text, line: next.line }];
  });
}
