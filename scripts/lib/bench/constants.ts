import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import typescript from "typescript";

/** The folders whose constants decide how a conversation goes. */
const FOLDERS = ["src/listening", "src/turn-taking"];

/** A numeric constant at the top of a file, or a number in a record there. */
export interface Constant {
  /** Its file and name: `src/listening/onset.ts USUAL.alike`. */
  readonly key: string;
  /** Where its value stands in the source: the expression, and whether a name of a property precedes it. */
  readonly from: number;
  readonly to: number;
}

/** Returns the constants of all folders, in the order of their files. */
export function allConstants(): readonly Constant[] {
  return files().flatMap((file) => constantsIn(file, readFileSync(file, "utf8")));
}

function files(): readonly string[] {
  const names = (folder: string) => readdirSync(folder, { recursive: true, encoding: "utf8" });
  const sources = FOLDERS.flatMap((folder) => names(folder).map((name) => join(folder, name)));
  return sources.filter((path) => path.endsWith(".ts") && !path.endsWith(".d.ts")).sort();
}

/** Returns the constants in the source of a file. */
export function constantsIn(file: string, source: string): readonly Constant[] {
  const parsed = typescript.createSourceFile(file, source, typescript.ScriptTarget.Latest, true);
  const found: Constant[] = [];
  const note = (name: string, { pos, end }: typescript.Expression) => {
    const from = pos + (source.slice(pos).match(/^\s*/)?.[0].length ?? 0);
    found.push({ key: `${file} ${name}`, from, to: end });
  };
  for (const statement of parsed.statements) {
    if (!typescript.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (!initializer) continue;
      if (isNumber(initializer)) note(name.getText(), initializer);
      if (!typescript.isObjectLiteralExpression(initializer)) continue;
      for (const property of initializer.properties) {
        const isEntry = typescript.isPropertyAssignment(property) && isNumber(property.initializer);
        if (isEntry) note(`${name.getText()}.${property.name.getText()}`, property.initializer);
      }
    }
  }
  return found;
}

/** Whether an expression is arithmetic in which a number stands. */
function isNumber(node: typescript.Expression): boolean {
  const { SyntaxKind } = typescript;
  if (typescript.isNumericLiteral(node)) return Number(node.text) !== 0;
  if (typescript.isPrefixUnaryExpression(node))
    return node.operator === SyntaxKind.MinusToken && isNumber(node.operand);
  if (typescript.isParenthesizedExpression(node)) return isNumber(node.expression);
  return typescript.isBinaryExpression(node) && (isNumber(node.left) || isNumber(node.right));
}

/** Returns the source with each constant read through `movedConstant(key, value)`. */
export function instrumented(file: string, source: string): string {
  return constantsIn(file, source).reduceRight(
    (text, { key, from, to }) =>
      `${text.slice(0, from)}globalThis.movedConstant(${JSON.stringify(key)}, ${source.slice(from, to)})${text.slice(to)}`,
    source,
  );
}

/** Moves the constant named by MOVED by the factor MOVED_BY; a whole number stays whole, and moves by at least 1. */
const MOVE = `globalThis.movedConstant = (key, value) => {
  if (key !== process.env.MOVED) return value;
  const by = Number(process.env.MOVED_BY);
  const moved = value * by;
  if (!Number.isInteger(value)) return moved;
  return Math.round(moved) === value ? value + Math.sign(by - 1) * Math.sign(value) : Math.round(moved);
};`;

/** Bundles a program so that one constant can be moved in each run of it. */
export async function bundleWithConstants(program: string, outfile: string): Promise<void> {
  await build({
    entryPoints: [program],
    outfile,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "error",
    banner: { js: MOVE },
    plugins: [
      {
        name: "constants",
        setup(bundler) {
          bundler.onLoad({ filter: /\.ts$/ }, ({ path }) => {
            const file = relative(process.cwd(), path);
            const source = readFileSync(path, "utf8");
            const isOurs = FOLDERS.some((folder) => file.startsWith(`${folder}/`));
            return { contents: inPlace(path, isOurs ? instrumented(file, source) : source), loader: "ts" };
          });
        },
      },
    ],
  });
}

/** A file finds its neighbours relative to its source, not to the bundle. */
function inPlace(path: string, source: string): string {
  return source
    .replaceAll("import.meta.dirname", JSON.stringify(dirname(path)))
    .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href));
}
