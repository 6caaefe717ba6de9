// @ts-check
/**
 * Parses a text of YAML or JSON in its own thread: a directory of a thousand entries takes a tenth of a second.
 *
 * In JavaScript, because the thread's entry must be the same file whether the sources or the build are run.
 */
import { parentPort, workerData } from "node:worker_threads";
import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, visit } from "yaml";

const port = parentPort;
if (!port) throw new Error("this file is the entry of a thread");

/** @type {import("./parse-text.js").ParseRequest} */
const { text, pointers } = workerData;
const counter = new LineCounter();
const parsed = parseDocument(text, { lineCounter: counter, prettyErrors: false, strict: true, uniqueKeys: true });

/** @param {number | undefined} offset */
const lineAt = (offset) => (offset === undefined ? 1 : counter.linePos(offset).line);

// A number is kept as it is written: 0301234 and +49301234 are telephone numbers.
visit(parsed, {
  Scalar(_, node) {
    if (typeof node.value === "number" && node.source !== undefined && node.source !== String(node.value)) {
      node.value = node.source;
    }
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

/**
 * Whether a value has too many parts, those of an alias counted at each of its places: for the reader it is as large as that.
 *
 * @param {unknown} value
 */
function isTooLarge(value) {
  let count = 0;
  /** @param {unknown} part @returns {boolean} */
  const exceeds = (part) =>
    ++count > MAX_VALUES || (typeof part === "object" && part !== null && Object.values(part).some(exceeds));
  return exceeds(value);
}

/** @returns {import("./parse-text.js").ParseAnswer} */
function answer() {
  if (pointers) return { lines: pointers.map(lineOf) };
  if (parsed.errors.length > 0) {
    return { faults: parsed.errors.slice(0, 20).map(({ message, pos }) => ({ line: lineAt(pos[0]), message })) };
  }
  try {
    const value = parsed.toJS({ maxAliasCount: 100 });
    if (isTooLarge(value))
      return { faults: [{ line: 1, message: "has too many values; what an alias names counts each time" }] };
    return { value };
  } catch (error) {
    return { faults: [{ line: 1, message: error instanceof Error ? error.message : String(error) }] };
  }
}

port.postMessage(answer());
