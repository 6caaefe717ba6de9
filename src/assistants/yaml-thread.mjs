// @ts-check
/**
 * Parses a text of YAML or JSON in its own thread: a directory of a thousand entries takes a tenth of a second.
 *
 * In JavaScript, because the thread's entry must be the same file whether the sources or the build are run.
 */
import { parentPort, workerData } from "node:worker_threads";
import { isAlias, isMap, isNode, isPair, isScalar, isSeq, LineCounter, parseDocument, visit } from "yaml";

const port = parentPort;
if (!port) throw new Error("this file is the entry of a thread");

/** @type {import("./parse-text.js").ParseRequest} */
const { text, pointers } = workerData;
const counter = new LineCounter();
const options = { lineCounter: counter, prettyErrors: false, strict: true, uniqueKeys: true, merge: true };
const parsed = parseDocument(text, options);

/** @param {number | undefined} offset */
const lineAt = (offset) => (offset === undefined ? 1 : counter.linePos(offset).line);

/** @type {Map<unknown, unknown>} the node that each alias names */
const named = new Map();
/** @type {Map<string, unknown>} */
const anchors = new Map();
/** A telephone number in any other form, such as 1e3 or 203.0, is one only in quotes. */
const DIGITS = /^\+?\d+$/;
/** Numbers that are not written as digits alone. */
const unusual = new Set();
visit(parsed, {
  Node(_, node) {
    if (isAlias(node)) named.set(node, anchors.get(node.source));
    else if (node.anchor) anchors.set(node.anchor, node);
    // A number is kept as it is written: 0301234 and +49301234 are telephone numbers.
    if (!isScalar(node) || typeof node.value !== "number") return;
    if (node.source !== undefined && !DIGITS.test(node.source)) unusual.add(node);
    if (node.source !== undefined && node.source !== String(node.value)) node.value = node.source;
  },
});

/**
 * Returns the line of the innermost part of a JSON pointer that exists.
 *
 * @param {string} pointer
 */
function lineOf(pointer) {
  /** @type {unknown} */
  let node = parsed.contents;
  let offset = parsed.contents?.range?.[0];
  for (const part of pointer.split("/").slice(1)) {
    const inner = innerPart(node, part.replaceAll("~1", "/").replaceAll("~0", "~"));
    if (!inner) break;
    node = inner.node;
    offset = inner.offset ?? offset;
  }
  return lineAt(offset);
}

/**
 * @param {unknown} node
 * @param {string} key
 * @returns {{ node: unknown, offset: number | undefined } | undefined}
 */
function innerPart(node, key) {
  if (isMap(node)) {
    const pair = node.items.find((each) => isScalar(each.key) && String(each.key.value) === key);
    return pair && { node: pair.value, offset: isScalar(pair.key) ? pair.key.range?.[0] : undefined };
  }
  if (!isSeq(node)) return undefined;
  const item = node.items[Number(key)];
  return isNode(item) ? { node: item, offset: item.range?.[0] } : undefined;
}

/** More values than a file of the maximum size has without aliases. */
const MAX_VALUES = 500_000;

/** @type {Map<unknown, number>} */
const sizes = new Map();

/**
 * Counts the values of a node, those of an alias at each of its places, also where it is merged: for the reader it is as large as
 * that, and expanding it takes as long.
 *
 * @param {unknown} node
 * @returns {number}
 */
function sizeOf(node) {
  if (isAlias(node)) return sizeOf(named.get(node));
  if (!isMap(node) && !isSeq(node)) return 1;
  const known = sizes.get(node);
  if (known !== undefined) return known;
  sizes.set(node, Number.POSITIVE_INFINITY); // For an alias within.
  let size = 1;
  for (const item of node.items) {
    if (!isPair(item)) size += sizeOf(item);
    else size += sizeOf(item.value) + (isScalar(item.key) ? 0 : sizeOf(item.key));
  }
  sizes.set(node, size);
  return size;
}

/** Maximum number of other numbers that are reported. */
const MAX_NUMBERS = 1000;

/**
 * Returns the numbers of a node that are not written as digits alone, by their places, those of an alias at each of its places.
 *
 * @param {unknown} node
 * @param {string} path
 * @returns {Generator<import("./parse-text.js").WrittenNumber>}
 */
function* numbersIn(node, path) {
  if (isAlias(node)) yield* numbersIn(named.get(node), path);
  else if (isScalar(node)) {
    if (unusual.has(node)) yield { path, written: String(node.source) };
  } else if (isSeq(node)) {
    for (const [at, item] of node.items.entries()) yield* numbersIn(item, `${path}/${at}`);
  } else if (isMap(node)) {
    for (const { key, value } of node.items) {
      const name = isScalar(key) ? String(key.value) : "";
      if (!isScalar(key) || key.source !== "<<")
        yield* numbersIn(value, `${path}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`);
      else for (const each of isSeq(value) ? value.items : [value]) yield* numbersIn(each, path);
    }
  }
}

/** @returns {import("./parse-text.js").WrittenNumber[]} */
function unusualNumbers() {
  const found = [];
  for (const number of unusual.size > 0 ? numbersIn(parsed.contents, "") : []) {
    if (found.push(number) === MAX_NUMBERS) break;
  }
  return found;
}

/** @returns {import("./parse-text.js").ParseAnswer} */
function answer() {
  if (pointers) return { lines: pointers.map(lineOf) };
  if (parsed.errors.length > 0) {
    return { faults: parsed.errors.slice(0, 20).map(({ message, pos }) => ({ line: lineAt(pos[0]), message })) };
  }
  try {
    if (sizeOf(parsed.contents) > MAX_VALUES)
      return { faults: [{ line: 1, message: "has too many values; what an alias names counts each time" }] };
    return { value: parsed.toJS({ maxAliasCount: -1 }), numbers: unusualNumbers() };
  } catch (error) {
    return { faults: [{ line: 1, message: error instanceof Error ? error.message : String(error) }] };
  }
}

port.postMessage(answer());
