import type { WrittenExample } from "./written-examples.js";

const NOON = "It is noon.";
const said = (what: string, written: string, spoken = NOON, ...calls: readonly string[]): WrittenExample => ({
  what: `answers: ${what}`,
  written,
  spoken,
  calls,
});

/** Answers in the form of data or of calls: the caller hears them. */
export const ANSWER_FORMS: readonly WrittenExample[] = [
  said("an action", `{"action": "Final Answer", "action_input": "${NOON}"}`),
  said("an action in a fence", `\`\`\`json\n{"action": "Final Answer", "action_input": "${NOON}"}\n\`\`\``),
  said("an action behind its label", `Action:\n\`\`\`\n{"action": "Final Answer", "action_input": "${NOON}"}\n\`\`\``),
  said("an action in lines", `Action: final_answer\nAction Input: ${NOON}`),
  said("an action in lines, in two words", `Action: Final Answer\nAction Input: ${NOON}`),
  said("a function", `final_answer("${NOON}")`),
  said("a function in a fence", `\`\`\`py\nfinal_answer("${NOON}")\n\`\`\``),
  said("a list in a field", `{"answers": ["${NOON}"]}`),
  said("a call of none", `{"name": "none", "arguments": {}}\n${NOON}`),
  said("a line of none", `TOOL NONE\n${NOON}`),
  said("an action of none", `Action: None\nFinal Answer: ${NOON}`),
  said("a final response", `Final response: ${NOON}`),
  said("parts of content", `{"content": {"parts": [{"text": "${NOON}"}]}}`),
  said("a call", `{"name": "final_answer", "arguments": {"answer": "${NOON}"}}`),
  said("a call of another name", `{"name": "respond", "arguments": {"text": "${NOON}"}}`),
  said("a call in tags", `<tool_call>\n{"name": "reply", "arguments": {"message": "${NOON}"}}\n</tool_call>`),
  said("a call in a list", `[TOOL_CALLS][{"name": "say", "arguments": {"input": "${NOON}"}}]`),
  said("a line", `TOOL ANSWER {"text": "${NOON}"}`),
  said(
    "a call beside another one",
    `[{"name": "CALC", "arguments": {"expression": "1"}}, {"name": "respond", "arguments": {"text": "${NOON}"}}]`,
    "",
    'CALC {"expression":"1"}',
  ),
  said(
    "Command-R's direct answer",
    `Action: \`\`\`json\n[{"tool_name": "directly_answer", "parameters": {}}]\n\`\`\`\nGrounded answer: ${NOON}`,
  ),
  said("a field of two words", `{"final_answer": "${NOON}"}`),
  said("a field with a capital", `{"Answer": "${NOON}"}`),
  said("a German field", '{"antwort": "Es ist Mittag."}', "Es ist Mittag."),
  said("a French field", '{"réponse": "Il est midi."}', "Il est midi."),
  said("a Spanish field", '{"respuesta": "Es mediodía."}', "Es mediodía."),
  said("an Italian field", '{"risposta": "È mezzogiorno."}', "È mezzogiorno."),
  said("a result", `{"result": "${NOON}"}`),
  said("a list", `["${NOON}"]`),
  said("sentences in a field", `{"answer": ["${NOON}", "Anything else?"]}`, `${NOON} Anything else?`),
  said("a list of words", '["one", "two"]', ""),
];
