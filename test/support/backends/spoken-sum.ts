const units = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen";
const small = new Map(`${units} seventeen eighteen nineteen`.split(" ").map((word, value) => [word, value]));
const tens = new Map(
  "twenty thirty forty fifty sixty seventy eighty ninety".split(" ").map((w, n) => [w, 20 + 10 * n]),
);
/** What a recogniser writes for a number that it heard. */
const homophones = new Map([
  ["to", 2],
  ["too", 2],
  ["for", 4],
  ["fore", 4],
  ["won", 1],
  ["ate", 8],
  ["sex", 6],
  ["sicks", 6],
]);
const operators: readonly [string, string][] = [
  ["divided by", "/"],
  ["multiplied by", "*"],
  ["take away", "-"],
  ["plus", "+"],
  ["minus", "-"],
  ["times", "*"],
  ["time", "*"],
  ["over", "/"],
  ["x", "*"],
  ["×", "*"],
  ["÷", "/"],
  ["+", "+"],
  ["-", "-"],
  ["*", "*"],
  ["/", "/"],
];

/** The sum in a sentence, as an expression: "one is twenty two plus to you" → "22 + 2". Undefined when there is none. */
export function spokenSum(sentence: string): string | undefined {
  const words = sentence.toLowerCase().match(/\d+(?:\.\d+)?|[a-z']+|[-+*/×÷]/g) ?? [];
  for (let start = 0; start < words.length; start++) {
    const expression = sumAt(words, start);
    if (expression) return expression;
  }
  return undefined;
}

function sumAt(words: readonly string[], start: number): string | undefined {
  const first = numberAt(words, start);
  if (!first) return undefined;
  let expression = `${first.value}`;
  let at = first.end;
  for (;;) {
    const found = operators.find(([spoken]) => words.slice(at, at + spoken.split(" ").length).join(" ") === spoken);
    const next = found && numberAt(words, at + found[0].split(" ").length);
    if (!next) break;
    expression += ` ${found[1]} ${next.value}`;
    at = next.end;
  }
  return at > first.end ? expression : undefined;
}

function numberAt(words: readonly string[], start: number): { value: number; end: number } | undefined {
  const word = words[start] ?? "";
  if (/^\d/.test(word)) return { value: Number(word), end: start + 1 };
  const homophone = homophones.get(word);
  if (homophone !== undefined) return { value: homophone, end: start + 1 };
  let total = 0;
  let group = 0;
  let at = start;
  for (; at < words.length; at++) {
    const current = words[at] as string;
    const value = small.get(current) ?? tens.get(current);
    if (value !== undefined) group += value;
    else if (current === "hundred") group = (group || 1) * 100;
    else if (current === "thousand") {
      total += (group || 1) * 1000;
      group = 0;
    } else if (!(current === "and" && /^(hundred|thousand)$/.test(words[at - 1] ?? ""))) break;
  }
  return at > start ? { value: total + group, end: at } : undefined;
}
