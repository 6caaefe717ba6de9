import type { WrittenExample } from "./written-examples.js";

const NOON = "It is noon.";
const THOUGHT = "The user wants the time. I should say noon.";
const A = '{"expression": "19*23"}';

const example = (what: string, written: string, spoken = NOON, ...calls: readonly string[]): WrittenExample => ({
  what: `thoughts: ${what}`,
  written,
  spoken,
  calls,
});

/** How thoughts begin whose opening tag the server has already written. */
const UNOPENED = [
  ...["Alright, let's see. They want noon.", "Let me think. The user asks for the time.", "User asks time. Simple."],
  ...["Got it, the user wants the time.", "Looking at this, the customer needs the time.", "They ask for the time."],
  ...["This is a simple question about time.", "Okay, der Nutzer fragt nach der Zeit.", "De beller vraagt de tijd."],
  ...["Der Anrufer möchte die Uhrzeit wissen.", "Also, der Anrufer fragt nach der Zeit.", "好的，用户问时间。"],
  ...["L'utilisateur demande l'heure.", "El usuario pregunta la hora.", "L’utente chiede l'ora."],
];
/** Elements that hold notes to oneself, also within a message. */
const NOTES = [
  ...["ponder", "notes", "context", "draft", "denken", "réflexion", "reflexión", "Denkprozess", "system-reminder"],
  ...["emotion", "self-check", "meta", "observation_notes", "response_plan", "pensar"],
];
/** What encloses a remark that is a thought, and what is left of it. */
const REMARKS: readonly (readonly [begin: string, end: string, left: string])[] = [
  ["(Internal note: ", ")", "()"],
  ["(Note to self: ", ")", "()"],
  ["[Internal: ", "]", "[]"],
  ["*thinks: ", "*", "**"],
];
/** What begins and ends a thought between titles. */
const TITLES: readonly (readonly [begin: string, end: string, left?: string])[] = [
  ["### Thinking\n", "\n\n### Answer\n", "### "],
  ["## Reasoning:\n", "\n\n## Response\n", "## "],
  ["**Reasoning**\n", "\n\n**Answer**\n", "**"],
  ["**Gedanken:**\n", "\n\n**Antwort:**\n", "**"],
  ["Thinking...\n", "\n...done thinking.\n\n", ""],
];

export const THOUGHT_FORMS: readonly WrittenExample[] = [
  ...UNOPENED.map((begin) => example(`"${begin}"`, `${begin} Let me answer.\n</think>\n\n${NOON}`)),
  ...NOTES.map((name) => example(`<${name}>`, `Sure. <${name}>${THOUGHT}</${name}> ${NOON}`, `Sure.  ${NOON}`)),
  example("<emotion> before the first word", `<emotion>\n${THOUGHT}\n</emotion>${NOON}`),
  ...REMARKS.map(([begin, end, left]) => example(begin, `${begin}${THOUGHT}${end} ${NOON}`, `${left} ${NOON}`)),
  example("a remark within a line", `${NOON} (Internal note: be brief.) Bye.`, `${NOON} () Bye.`),
  ...TITLES.map(([begin, end, left = ""]) => example(begin, `${begin}${THOUGHT}${end}${NOON}`, `${left}${NOON}`)),
  ...["Gedanken:", "Überlegung:", "Réflexion :", "Pensamiento:", "Pensiero:", "Thought process:", "**Thinking:**"].map(
    (label) => example(label, `${label} ${THOUGHT}\n${NOON}`, label.startsWith("*") ? `**${NOON}` : NOON),
  ),
  ...["plan", "scratchpad", "reflection"].map((name) => example(`[${name}]`, `[${name}]${THOUGHT}[/${name}]${NOON}`)),
  example("tokens of DeepSeek", `<｜begin▁of▁thinking｜>${THOUGHT}<｜end▁of▁thinking｜>${NOON}`),
  example("a remark of HTML", `<!-- ${THOUGHT} -->${NOON}`),
  example("a remark of HTML within a message", `Sure. <!--thinking\n${THOUGHT}\n-->${NOON}`, `Sure. ${NOON}`),
  example(
    "a call at the end of a thought",
    `<think>\nA sum.\n<tool_call>\n{"name": "CALC", "arguments": ${A}}\n</tool_call>`,
    "",
    'CALC {"expression":"19*23"}',
  ),
  example("a call in Python at its end", "<think>A sum.\nCALC(expression='19*23')", "", 'CALC {"expression":"19*23"}'),
  example("two calls at its end", `<think>A sum.\nTOOL CALC ${A}\nTOOL HANGUP {}`, "", `CALC ${A}`, "HANGUP {}"),
  example("a call that it only mentions", '<think>I could write <tool_call>{"name": "HANGUP"}</tool_call> or', ""),
  example("a call within it", '<think>Not <tool_call>{"name": "HANGUP"}</tool_call></think>It is noon.'),
  example("a title that is none", "**Plan**\nWe meet at noon.", "**Plan**\nWe meet at noon."),
  example(
    "words like a label",
    "Note that we close. Internal mail. Thinking of you.",
    "Note that we close. Internal mail. Thinking of you.",
  ),
  example(
    "an unknown element in a sentence",
    "It costs <amount>five</amount> euros.",
    "It costs <amount>five</amount> euros.",
  ),
];
