import { spokenSum } from "./spoken-sum.js";

/** A message of a chat-completions request, as far as rules look at it. */
export interface ChatMessage {
  readonly role: string;
  readonly content?: string | readonly { readonly type: string; readonly text?: string }[] | null;
  readonly tool_calls?: readonly unknown[];
}

export interface ToolUse {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** One answer of the model: text, tool calls, or both. */
export interface Step {
  readonly say?: string;
  readonly call?: readonly ToolUse[];
}

/** What a rule may look at when it answers. */
export interface Turn {
  /** What the user said last. */
  readonly said: string;
  /** What the tools just called answered, as one text to speak. */
  readonly result: string;
  /** What `{name}` stands for in texts and arguments: result, expression, 0 the match, 1… its groups. */
  readonly places: Readonly<Record<string, string>>;
}

/** What is looked for in the user's last words: a pattern, or any sum in words or digits. */
export type Condition = RegExp | "sum";

type Text = string | ((result: string, turn: Turn) => string);
type Arguments = Readonly<Record<string, unknown>> | ((turn: Turn) => Record<string, unknown>);

/** What to answer to sentences of one kind; one step for each time that the model is asked within a turn. */
export class Rule {
  readonly condition: Condition;
  /** Names of the tools that this rule calls. It does not apply to requests that do not offer them all. */
  readonly tools: string[] = [];
  readonly #steps: ((turn: Turn) => Step)[] = [];

  constructor(condition: Condition) {
    this.condition = condition;
  }

  say(text: Text): this {
    this.#steps.push((turn) => ({ say: typeof text === "string" ? fill(text, turn.places) : text(turn.result, turn) }));
    return this;
  }

  /** The same as `say`; reads better after a tool. */
  thenSay(text: Text): this {
    return this.say(text);
  }

  /** Has a tool called. Several in one answer: `callTools`. */
  callTool(tool: string, parameters: Arguments = {}): this {
    return this.callTools([tool, parameters]);
  }

  callTools(...calls: readonly (readonly [tool: string, parameters: Arguments])[]): this {
    this.tools.push(...calls.map(([tool]) => tool));
    this.#steps.push((turn) => ({
      call: calls.map(([tool, parameters]) => ({
        tool,
        arguments: typeof parameters === "function" ? parameters(turn) : fillAll(parameters, turn.places),
      })),
    }));
    return this;
  }

  /** Has it apply, and its tools called, even where they are not offered: a model that was misled. */
  evenIfNotOffered(): this {
    this.tools.length = 0;
    return this;
  }

  /** What the condition found, undefined when it is not met. */
  match(said: string): Record<string, string> | undefined {
    if (this.condition === "sum") {
      const expression = spokenSum(said);
      return expression === undefined ? undefined : { expression };
    }
    const match = said.match(this.condition);
    return match ? Object.fromEntries([...match].map((group, index) => [index, group ?? ""])) : undefined;
  }

  /** The answer of this rule when it has been asked `round` times before in the same turn. */
  step(round: number, turn: Turn): Step {
    const step = this.#steps[Math.min(round, this.#steps.length - 1)];
    return step ? step(turn) : { say: "" };
  }
}

/** Finds the rule for a conversation and what it answers now. Earlier rules win. */
export function nextStep(rules: readonly Rule[], messages: readonly ChatMessage[], offered: readonly string[]): Step {
  const lastUser = messages.findLastIndex((message) => message.role === "user");
  const said = textOf(messages[lastUser]);
  const sinceThen = messages.slice(lastUser + 1);
  const round = sinceThen.filter((message) => message.tool_calls?.length).length;
  const lastCall = sinceThen.findLastIndex((message) => message.tool_calls?.length);
  const answers = sinceThen.slice(lastCall + 1).filter((message) => message.role === "tool");
  const result = answers.map((message) => spokenPart(textOf(message))).join(" ");
  for (const rule of rules) {
    const found = rule.tools.every((tool) => offered.includes(tool)) ? rule.match(said) : undefined;
    if (found) return rule.step(round, { said, result, places: { ...found, result } });
  }
  return { say: "" };
}

/** The user's last words. */
export function lastWords(messages: readonly ChatMessage[]): string {
  return textOf(messages.findLast((message) => message.role === "user"));
}

function textOf(message: ChatMessage | undefined): string {
  const content = message?.content ?? "";
  return typeof content === "string" ? content : content.map((part) => part.text ?? "").join("");
}

/** Tool results are a text to speak, or JSON with one in `message`. */
function spokenPart(content: string): string {
  try {
    const parsed = JSON.parse(content) as { message?: unknown } | null;
    return typeof parsed?.message === "string" ? parsed.message : content;
  } catch {
    return content;
  }
}

function fill(text: string, places: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => places[name] ?? whole);
}

function fillAll(values: Readonly<Record<string, unknown>>, places: Readonly<Record<string, string>>) {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === "string" ? fill(value, places) : value,
  ]);
  return Object.fromEntries(entries) as Record<string, unknown>;
}
