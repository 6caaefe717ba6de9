/** An example of what models write: the text, the part of it that is spoken, and the calls in it. */
export interface WrittenExample {
  readonly what: string;
  readonly written: string;
  readonly spoken: string;
  readonly calls?: readonly string[];
}

const CALC = 'CALC {"expression":"19*23"}';
const TIME = 'DATETIME {"format":"time"}';
const example = (what: string, written: string, spoken: string, ...calls: readonly string[]): WrittenExample => ({
  what,
  written,
  spoken,
  calls,
});

export const SPEECH: readonly WrittenExample[] = [
  example("words", "It is noon.", "It is noon."),
  example("a word in capitals", "A TOOL is a thing. My TOOL BOX is red.", "A TOOL is a thing. My TOOL BOX is red."),
  example("words that begin like TOOL", "TOOLS are things, Tom. TO", "TOOLS are things, Tom. TO"),
  example("TOOL as the last word", "This is a TOOL", "This is a TOOL"),
  example("comparison signs", "1 < 2 and 3 > 2.", "1 < 2 and 3 > 2."),
  example("a comparison at the end", "Kids < adults", "Kids < adults"),
  example("a picture without words", "Here: ![](pic.png) it is.", "Here: ![](pic.png) it is."),
  example("a link", "See [our page](https://example.org/a) now.", "See [our page](https://example.org/a) now."),
  example("stage directions", "[laughs] Yes.", "[laughs] Yes."),
  example("a tool's name within a sentence", "The calc (a tool) is off.", "The calc (a tool) is off."),
  example("a side's name within a sentence", "Each user: one call.", "Each user: one call."),
  example(
    "a reply that begins like a thought",
    "Okay, the timer is set. Anything else?",
    "Okay, the timer is set. Anything else?",
  ),
  example("a short reply that begins like a thought", "Okay", "Okay"),
  example(
    "a plan meant for the caller",
    "First, I need your name. Then we can go on.",
    "First, I need your name. Then we can go on.",
  ),
  example("words in a fence", "```\nPress one.\n```", "Press one.\n"),
];

export const THOUGHTS: readonly WrittenExample[] = [
  example("a thought", "<think>The caller wants the time.</think>\n\nIt is noon.", "It is noon."),
  example("an empty thought", "\n<think></think>Hello.", "Hello."),
  example("a thought that never ends", "<think>never finished", ""),
  example("a later thought", "Let me see. <thinking>Noon?</thinking>It is noon.", "Let me see. It is noon."),
  example("a thought by another name", "<reasoning>Noon.</reasoning>It is noon.", "It is noon."),
  example("a thought in square brackets", "[THINK]Noon.[/THINK]It is noon.", "It is noon."),
  example("a thought in triangles", "◁think▷Noon.◁/think▷It is noon.", "It is noon."),
  example("a thought between tokens", "<|START_THINKING|>Noon.<|END_THINKING|>It is noon.", "It is noon."),
  example(
    "a thought without an opening tag",
    "Okay, the user asks about garden chairs. I should answer briefly.\n</think>\n\nYes, I like them.",
    "Yes, I like them.",
  ),
  example(
    "a thought without an opening tag, about what to say",
    "We need to answer briefly. Noon.</think>It is noon.",
    "It is noon.",
  ),
  example(
    "channels",
    "<|channel|>analysis<|message|>The user asks for the time.<|end|><|start|>assistant<|channel|>final<|message|>It is noon.<|return|>",
    "It is noon.",
  ),
];

export const ENDINGS: readonly WrittenExample[] = [
  example("an end token", "It is noon.<|im_end|>\n<|im_start|>user\nThanks.", "It is noon."),
  example("an end token of another model family", "It is noon.<|eot_id|>", "It is noon."),
  example("the other side's words", "It is noon.\nUser: And tomorrow?\nAssistant: Noon.", "It is noon.\n"),
  example("the assistant's own name", "Assistant: It is noon.", "It is noon."),
  example("the assistant's own name in bold", "**Assistant**: It is noon.", "** It is noon."),
  example("a message header", "<|im_start|>assistant\nIt is noon.", "It is noon."),
  example("instructions", "It is noon. [INST] And now? [/INST]", "It is noon. "),
  example("an invented result", "One moment.\nRESULT DATETIME noon", "One moment.\n"),
  example("a token within a sentence", "It is<|reserved_7|> noon.", "It is noon."),
];

export const DATA: readonly WrittenExample[] = [
  example("JSON", 'Here you are: {"time": "noon", "zone": {"name": "UTC"}} Good?', "Here you are:  Good?"),
  example("JSON that breaks off", 'Well. {"time": "no', "Well. "),
  example("a fragment of JSON", 'Well. "expression": "19*23"}', "Well. "),
  example("a list", '["one", "two"]', ""),
  example("code", "```python\nprint(1)\n```\nDone.", "Done."),
];

export const CALLS: readonly WrittenExample[] = [
  example("a TOOL line", 'TOOL DATETIME {"format":"time"}', "", TIME),
  example("a TOOL line without parameters", "TOOL HANGUP", "", "HANGUP {}"),
  example("a TOOL line before another line", "TOOL HANGUP\nBye.", "", "HANGUP {}"),
  example("a TOOL line with its tool in lower case", "TOOL datetime {}", "", "DATETIME {}"),
  example("a TOOL line after words", "Let me see.\nTOOL DATETIME {}", "Let me see.\n", "DATETIME {}"),
  example("a call after words on the same line", "Let me see. TOOL DATETIME {}", "Let me see. ", "DATETIME {}"),
  example(
    "a sign between a tool's name and the data of a call",
    'a</tool_call>Okay, TOOL CALC |{"name": "CALC", "arguments": {"expression": "1"}}',
    "aOkay, TOOL CALC |",
    'CALC {"expression":"1"}',
  ),
  example("a thought between two words", "One<think>a number</think> moment.", "One moment."),
  example("a TOOL line before an answer", 'TOOL CALC {"expression":"19*23"}\nThat makes three.', "", CALC),
  example("two TOOL lines", 'TOOL DATETIME {}\nTOOL CALC {"expression":"19*23"}', "", "DATETIME {}", CALC),
  example("a TOOL line in a fence", '```json\nTOOL CALC {"expression":"19*23"}\n```', "", CALC),
  example("a name before JSON in a fence", 'TOOL CALC\n```json\n{"expression":"19*23"}\n```\n', "", CALC),
  example("Markdown around a call", "- **TOOL DATETIME** `{}`", "- **", "DATETIME {}"),
  example("colons in a call", "TOOL: DATETIME: {}", "", "DATETIME {}"),
  example("an unknown tool", "TOOL ROCKET {}", "", "ROCKET {}"),
  example("arguments that break off", 'TOOL CALC {"expression": "1', "", 'CALC {"expression": "1'),
  example("JSON alone", '{"name": "CALC", "parameters": {"expression": "19*23"}}', "", CALC),
  example(
    "JSON in OpenAI's form",
    '{"type":"function","function":{"name":"CALC","arguments":"{\\"expression\\":\\"19*23\\"}"}}',
    "",
    CALC,
  ),
  example("a list of calls", '{"tool_calls": [{"name": "CALC", "arguments": {"expression": "19*23"}}]}', "", CALC),
  example("JSON in a fence", '```json\n{"name": "CALC", "arguments": {"expression": "19*23"}}\n```', "", CALC),
  example("JSON keyed by the tool's name", '{"CALC": {"expression": "19*23"}}', "", CALC),
  example("JSON with single quotes", "{'name': 'CALC', 'arguments': {'expression': '19*23'}}", "", CALC),
  example(
    "Hermes and Qwen",
    '<tool_call>\n{"name": "CALC", "arguments": {"expression": "19*23"}}\n</tool_call>',
    "",
    CALC,
  ),
  example(
    "two calls of Hermes and Qwen",
    '<tool_call>\n{"name": "DATETIME", "arguments": {"format": "time"}}\n</tool_call>\n<tool_call>\n{"name": "CALC", "arguments": {"expression": "19*23"}}\n</tool_call>',
    "",
    TIME,
    CALC,
  ),
  example(
    "Qwen 3 Coder",
    "<tool_call>\n<function=CALC>\n<parameter=expression>\n19*23\n</parameter>\n</function>\n</tool_call>",
    "",
    CALC,
  ),
  example("Llama 3.1", '<function=CALC>{"expression":"19*23"}</function>', "", CALC),
  example(
    "Llama 3.1 with its token",
    '<|python_tag|>{"name": "CALC", "parameters": {"expression": "19*23"}}<|eom_id|>',
    "",
    CALC,
  ),
  example("Llama 4", '[CALC(expression="19*23"), DATETIME(format="time")]', "", CALC, TIME),
  example("Mistral", '[TOOL_CALLS] [{"name": "CALC", "arguments": {"expression": "19*23"}}]', "", CALC),
  example("Mistral, newer", '[TOOL_CALLS]CALC[ARGS]{"expression":"19*23"}', "", CALC),
  example("Gemini", '```tool_code\nprint(default_api.CALC(expression="19*23"))\n```', "", CALC),
  example(
    "gpt-oss",
    '<|channel|>commentary to=functions.CALC <|constrain|>json<|message|>{"expression":"19*23"}<|call|>',
    "",
    CALC,
  ),
  example(
    "gpt-oss after a thought",
    '<|channel|>analysis<|message|>A sum.<|end|><|start|>assistant<|channel|>commentary to=functions.CALC <|constrain|>json<|message|>{"expression":"19*23"}<|call|>',
    "",
    CALC,
  ),
  example(
    "DeepSeek",
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>CALC\n```json\n{"expression":"19*23"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    "",
    CALC,
  ),
  example(
    "Kimi",
    '<|tool_calls_section_begin|><|tool_call_begin|>functions.CALC:0<|tool_call_argument_begin|>{"expression":"19*23"}<|tool_call_end|><|tool_calls_section_end|>',
    "",
    CALC,
  ),
  example(
    "GLM",
    "<tool_call>CALC\n<arg_key>expression</arg_key>\n<arg_value>19*23</arg_value>\n</tool_call>",
    "",
    CALC,
  ),
  example(
    "MiniMax and Claude",
    '<function_calls>\n<invoke name="CALC">\n<parameter name="expression">19*23</parameter>\n</invoke>\n</function_calls>',
    "",
    CALC,
  ),
  example("Phi", 'functools[{"name": "CALC", "arguments": {"expression": "19*23"}}]', "", CALC),
  example("Granite", '<|tool_call|>[{"name": "CALC", "arguments": {"expression": "19*23"}}]', "", CALC),
  example("ReAct", 'Action: CALC\nAction Input: {"expression":"19*23"}\nObservation: 437', "", CALC),
  example("a name without TOOL", 'CALC{"expression":"19*23"}</function>', "", CALC),
  example("a Python call", 'Sure. CALC(expression="19*23")', "Sure. ", CALC),
  example("a Python call with unnamed arguments", 'CALC("19*23")', "", CALC),
  example(
    "a thought, then a call",
    '<think>A sum.</think>\n<tool_call>{"name": "CALC", "arguments": {"expression": "19*23"}}</tool_call>',
    "",
    CALC,
  ),
];

const spoken = (what: string, written: string) => example(what, written, written);

/** What looks like a dialogue and is read aloud, beside dialogues that are made up. */
export const RECORDS: readonly WrittenExample[] = [
  spoken("a name for people of any sex", "Nutzer:innen finden das Passwort in der Mail. Noch etwas?"),
  spoken("such a name at the beginning of a sentence", "Guten Tag. Benutzer:in kann jede werden."),
  spoken("an account", "User: Anna\nPassword: blue42"),
  spoken("an account in German", "Nutzer: Anna Meier\nPasswort: blau"),
  spoken("an account in Spanish", "Usuario: Ana\nContraseña: azul"),
  spoken("an account in French, within a reply", "Voici.\nUtilisateur : anna\nMot de passe : bleu"),
  spoken("an account in Italian, at its end", "Ecco.\nSito: esempio\nPassword: blu\nUtente: anna"),
  spoken("a name of one word, alone", "User: admin"),
  spoken("data of a machine", "System: Windows 11.\nMemory: 16 GB."),
  spoken("a label that is the only one", "System: Windows 11. It has 16 GB."),
  spoken("labels on one line", "Tool: a hammer. Action: none."),
  spoken("items of a list", "Three parts:\n1. Human: the beginning\n2. Bot: the war\n- **User:** new rules"),
  spoken("lines of a play", "From the play:\nHuman: Who goes there?\nGhost: Nobody.\nShall I go on?"),
  spoken("names of sides between other labels", "Name: Anna\nUser: anna\nAssistant: Mary\nRoom: 5"),
  example("a dialogue that is announced", "Let me see:\nUser: Thanks!\nAssistant: Bye!", "Let me see:\n"),
  spoken("a title", "Human: the movie you mean came out in 2019. It is good."),
  spoken("an order", "Here is the record.\n- **Customer:** Jane Doe\n- **Order:** 12 boxes"),
  spoken("a value at the end", "It is in the book.\nCustomer: Jane Doe"),
  spoken("a car", "Your car:\nModel: Golf\nYear: 2019"),
  spoken("contacts", "Your contacts:\nAssistant: Mary, extension 5."),
  spoken("a label of a thought, alone", "Reasoning: none is needed."),
  spoken("a label of a thought before plain words", "Thought: what a nice day"),
  example("a thought with a label", "Thought: the user wants the time.\nIt is noon.", "It is noon."),
  example("a question and its answer", "User: what time is it?\nAssistant: It is noon.", "It is noon."),
  example("a question and an answer without a label", "User: What time is it?\n\nIt is noon.", "It is noon."),
  example("a question alone", "User: what time is it?", ""),
  example("a prompt", "System: You are kind.\nUser: hi\nAssistant: Hello.", "Hello."),
  example("a prompt after words", "It is noon.\nSystem: You are a kind assistant.", "It is noon.\n"),
  example("the other side after a record", "Note: it is noon.\nUser: Thanks!\nAssistant: Bye!", "Note: it is noon.\n"),
  example("sides in capitals on one line", "It is noon. USER: more ASSISTANT: yes. Time: noon", "It is noon. "),
  example("instructions, one after the other", "### Instruction:\nGo.\n\n### Instruction:\nStop.", "### ### "),
  example("thanks of the other side", "It is noon.\nUser: Thanks, bye.", "It is noon.\n"),
];

export const EXAMPLES = [...SPEECH, ...THOUGHTS, ...ENDINGS, ...DATA, ...CALLS, ...RECORDS];
