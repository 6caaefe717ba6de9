import type { WrittenExample } from "./written-examples.js";

const NOON = "It is noon.";
const CALC = 'CALC {"expression": "19*23"}';
const A = '{"expression": "19*23"}';

/** Channels of gpt-oss, with their tokens and with what is left when a server has removed them. */
const CHANNELS: readonly (readonly [what: string, written: string, spoken: string, ...calls: readonly string[]])[] = [
  ["the final one, with a type", `<|channel|>final <|constrain|>text<|message|>${NOON}`, NOON],
  ["the final one, in JSON", `<|channel|>final <|constrain|>json<|message|>{"answer":"${NOON}"}`, NOON],
  [
    "the same with all around it",
    `<|start|>assistant<|channel|>final <|constrain|>json<|message|>{"answer": "${NOON}"}<|return|>`,
    NOON,
  ],
  ["the final one, with a type in words", `<|channel|>final json<|message|>{"answer": "${NOON}"}`, NOON],
  ["data for nobody", `<|channel|>commentary <|constrain|>json<|message|>${A}`, ""],
  ["a thought before a call", `analysisUser wants a sum.commentary to=functions.CALC json${A}`, "", CALC],
  ["a thought that mentions its channel", `analysisA commentary to=nobody, then.assistantfinal${NOON}`, NOON],
  ["the final one", `final${NOON}`, NOON],
  ["the final one of the assistant", `assistantfinal${NOON}`, NOON],
  ["the final one in a line of its own", `final\n${NOON}`, NOON],
  ["a thought in lower case", `analysiswe need to answer. assistantfinal${NOON}`, NOON],
  ["a thought with lines of its own", `analysis\nThe user wants the time.\n\nassistantfinal\n${NOON}`, NOON],
  ["a thought of the assistant", `assistantanalysisWe need the time.assistantfinal${NOON}`, NOON],
  ["a thought with a blank", `analysis We need noon. assistantfinal ${NOON}`, NOON],
  ["words before a call", `commentaryLet me see.assistantcommentary to=functions.CALC json${A}`, "Let me see.", CALC],
  ["a word like them", "Final approach. final", "Final approach. final"],
  ["an analysis without an end", "analysis\nof your bill.", "analysis\nof your bill."],
  ["an assistant without an end", "assistant", "assistant"],
];

export const CHANNEL_FORMS: readonly WrittenExample[] = CHANNELS.map(([what, written, spoken, ...calls]) => ({
  what: `channels: ${what}`,
  written,
  spoken,
  calls,
}));
