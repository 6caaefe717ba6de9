import { withSystemLine } from "./forced-tool.js";
import type { Message } from "./ports.js";

/** A server's requirements for the order of messages. */
export interface MessageOrder {
  /** Whether the sides must alternate, beginning with the caller. */
  readonly alternates: boolean;
  /** Whether a system prompt is allowed. */
  readonly hasSystem: boolean;
}

/**
 * Puts a conversation in an order that the server accepts. Nothing is lost: what is not allowed separately is included elsewhere.
 */
export function ordered(messages: readonly Message[], { alternates, hasSystem }: MessageOrder): readonly Message[] {
  const inTurns = alternates ? takingTurns(messages) : messages;
  return hasSystem ? inTurns : withoutSystem(inTurns);
}

/** Asks for more where the assistant spoke last: a server whose sides alternate answers the caller only. */
const GO_ON: Message = { role: "user", content: "Please go on." };

/** The greeting is included in the system prompt, and consecutive messages of one side are merged. */
function takingTurns(messages: readonly Message[]): readonly Message[] {
  const turns: Message[] = [];
  const greetings: string[] = [];
  for (const message of messages) {
    const last = turns.at(-1);
    const isGreeting = message.role === "assistant" && !message.toolCalls && (!last || last.role === "system");
    if (isGreeting) greetings.push(message.content);
    else addMerged(turns, message);
  }
  const last = turns.at(-1);
  if (last?.role === "assistant" && !last.toolCalls) turns.push(GO_ON);
  if (greetings.length === 0) return turns;
  return withSystemLine(turns, `You have said to the caller: "${greetings.join(" ")}"`);
}

const hasCalls = (message: Message) => message.role === "assistant" && message.toolCalls !== undefined;
const canJoin = (one: Message, other: Message) =>
  one.role === other.role && one.role !== "tool" && !hasCalls(one) && !hasCalls(other);

/** Adds a message to the one before it, if both are one side's words: many templates require that the sides alternate. */
export function addMerged(messages: Message[], message: Message): void {
  const last = messages.at(-1);
  if (!last || !canJoin(last, message)) messages.push(message);
  else messages[messages.length - 1] = { ...last, content: `${last.content}\n${message.content}` };
}

/** The system prompt precedes the caller's first words. */
function withoutSystem(messages: readonly Message[]): readonly Message[] {
  const prompt = messages
    .filter(({ role }) => role === "system")
    .map(({ content }) => content)
    .join("\n\n");
  const others = messages.filter(({ role }) => role !== "system");
  if (prompt === "") return others;
  const [first, ...rest] = others;
  if (first?.role !== "user") return [{ role: "user", content: prompt }, ...others];
  return [{ role: "user", content: `${prompt}\n\n${first.content}` }, ...rest];
}
