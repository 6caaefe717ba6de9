import type { WrittenExample } from "./written-examples.js";

type Row = readonly [what: string, written: string, calls: readonly string[], spoken?: string];

const A = '{"expression": "19*23"}';
const CALC = [`CALC ${A}`];
const ROME = ['WEATHER {"location":"Rome"}'];
const TOKYO = ['DATETIME {"timezone":"Asia/Tokyo"}'];
const HANGUP = ["HANGUP {}"];

/** What is written behind a tool's name is never left out: it is read, or goes on as it stands. */
const ARGUMENTS: readonly Row[] = [
  ["JSON with the arguments beside the name", '{"tool": "DATETIME", "timezone": "Asia/Tokyo"}', TOKYO],
  ["the same with other fields", '{"type": "function", "id": "c1", "name": "WEATHER", "location": "Rome"}', ROME],
  ["JSON with fields of its own", '{"tool_name": "WEATHER", "tool_arguments": {"location": "Rome"}}', ROME],
  ["JSON with fields in words", '{"Tool": "WEATHER", "Tool Input": {"location": "Rome"}}', ROME],
  ["JSON with the input as text", '{"action": "WEATHER", "action_input": "Rome"}', ROME],
  ["JSON whose parameter is called name", '{"tool": "TRANSFER", "name": "Bob"}', ['TRANSFER {"name":"Bob"}']],
  ["JSON of one task", '{"tool": "CANCEL", "task_id": "abc"}', ['CANCEL {"task_id":"abc"}']],
  ["JSON keyed by the name, with a text", '{"WEATHER": "Rome"}', ROME],
  ["JSON of a method", `{"method": "CALC", "params": ${A}}`, ['CALC {"expression":"19*23"}']],
  ["JSON with a tool in a field", '{"text": "One moment.", "tool": {"name": "HANGUP"}}', HANGUP],
  ["JSON without arguments, in a list", '{"name": "HANGUP", "arguments": []}', HANGUP],
  ["a label of arguments", `Tool: CALC\nArguments: ${A}`, CALC],
  [
    "a label of parameters",
    'Tool: DATETIME\nParameters: {"timezone": "Asia/Tokyo"}',
    [`DATETIME {"timezone": "Asia/Tokyo"}`],
  ],
  ["a label of an input in words", "Tool: WEATHER\nInput: Rome", ROME],
  [
    "parameters in lines",
    "Tool: SET_TIMER\nduration: 60\nmessage: the tea",
    ['SET_TIMER {"duration":"60","message":"the tea"}'],
  ],
  ["pairs", 'TOOL WEATHER location="Rome"', ROME],
  ["pairs without quotes", "TOOL SET_TIMER duration=60 message=tea", ['SET_TIMER {"duration":"60","message":"tea"}']],
  ["words that are no parameters", "TOOL WEATHER Rome", ["WEATHER Rome"]],
  ["a pair with a blank", "TOOL WEATHER location=New York", ['WEATHER {"location":"New York"}']],
  [
    "pairs with a blank",
    "TOOL SET_TIMER duration=60, message=green tea",
    ['SET_TIMER {"duration":"60","message":"green tea"}'],
  ],
  [
    "a pair with a sentence",
    "Let me see. TOOL WEATHER location=Rome is it",
    ["WEATHER location=Rome is it"],
    "Let me see. ",
  ],
  ["words before another call", `TOOL WEATHER Rome TOOL CALC ${A}`, ["WEATHER Rome", ...CALC]],
  ["words behind a tool without parameters", "TOOL HANGUP Goodbye!", HANGUP],
  ["words about a tool without parameters", "TOOL HANGUP ends the call.", ["HANGUP ends the call."]],
  ["the same in a tag", "<call>HANGUP means to end the call</call>", ["HANGUP means to end the call"]],
  ["the same in a tag of a tool", "<tool>hangup the phone</tool>", ["HANGUP the phone"]],
  ["words behind words", "Let me see. TOOL WEATHER Rome", ["WEATHER Rome"], "Let me see. "],
  ["a parameter without an end", "<function=WEATHER>\n<parameter=location>Rome\n</function>", ROME],
  [
    "parameters without ends",
    "<function=SET_TIMER>\n<parameter=duration>60\n<parameter=message>tea\n</function>",
    ['SET_TIMER {"duration":"60","message":"tea"}'],
  ],
  ["a value without an end", "<tool_call>WEATHER\n<arg_key>location</arg_key>\n<arg_value>Rome</tool_call>", ROME],
  ["words in a tag of a function", "<function=WEATHER>Rome</function>", ["WEATHER Rome"]],
  ["words in a tag of a call", "<tool_call>WEATHER Rome</tool_call>", ["WEATHER Rome"]],
  ["pairs in a tag of a call", '<tool_call>WEATHER location="Rome"</tool_call>', ROME],
  ["arguments in the tag itself", `<function=CALC(${A})</function>`, CALC],
  ["an element of its own", `<tool>CALC</tool>\n<args>${A}</args>`, CALC],
  ["attributes of a tag", '<use_tool name="WEATHER" location="Rome"/>', ROME],
  ["a label of the name", `<tool_call>\nname: CALC\narguments: ${A}\n</tool_call>`, CALC],
  ["JSON with a thought", '{"thought": "Rome it is", "call": "WEATHER", "location": "Rome"}', ROME],
  [
    "JSON with arguments in two places",
    '{"name": "SET_TIMER", "arguments": {"duration": 60}, "message": "tea"}',
    ['SET_TIMER {"message":"tea","duration":60}'],
  ],
  ["JSON with empty arguments", '{"name": "DATETIME", "arguments": {}, "timezone": "Asia/Tokyo"}', TOKYO],
  ["JSON with pairs", '{"name": "DATETIME", "arguments": "timezone=Asia/Tokyo"}', TOKYO],
  ["attributes before an end", '<invoke name="WEATHER" location="Rome"></invoke>', ROME],
  ["attributes behind =", '<function=WEATHER location="Rome"></function>', ROME],
  ["JSON in an attribute", `<function name="CALC" parameters='${A}'/>`, CALC],
  ["JSON in the tag behind a blank", `<function=CALC ${A}</function>`, CALC],
  ["pairs in a tag of a function", '<function name="WEATHER">location=Rome</function>', ROME],
  ["a name in quotes", `TOOL: "CALC" ${A}`, CALC],
  ["Gemma's strings", '<|tool_call>call:CALC{expression:<|"|>19*23<|"|>}<tool_call|>', ['CALC {expression:"19*23"}']],
];

const WITHOUT_TOKENS: readonly Row[] = [
  ["Kimi", `functions.CALC:0${A}`, CALC],
  ["Kimi with a blank", `CALC:12 ${A}`, CALC],
  ["two of Kimi", `functions.CALC:0 ${A} functions.HANGUP:1 {}`, [...CALC, ...HANGUP]],
  ["DeepSeek", `functionCALC\n\`\`\`json\n${A}\n\`\`\``, CALC],
  ["DeepSeek with a blank", `function CALC\n\`\`\`json\n${A}\n\`\`\``, CALC],
  ["DeepSeek with one of its tokens", `function<｜tool▁sep｜>CALC\n\`\`\`json\n${A}\n\`\`\`<｜tool▁call▁end｜>`, CALC],
  ["a function in words", `Function: CALC\nArguments: ${A}`, CALC],
  ["a function's call in words", 'Function call: CALC(expression="19*23")', ['CALC {"expression":"19*23"}']],
  ["a tool's call in words", `Tool call: {"name": "CALC", "arguments": ${A}}`, ['CALC {"expression":"19*23"}']],
  ["Hermes", `tool_call\n{"name": "CALC", "arguments": ${A}}`, ['CALC {"expression":"19*23"}']],
  ["Gemma", "call:CALC{expression:19*23}", ["CALC {expression:19*23}"]],
  ["gpt-oss, joined", `commentaryto=functions.CALC json${A}`, CALC],
  ["gpt-oss, joined otherwise", `assistantcommentary to=functions.CALCjson${A}`, CALC],
  ["Phi", `functools [{"name": "CALC", "arguments": ${A}}]`, ['CALC {"expression":"19*23"}']],
  ["Mistral with a blank", `[TOOL CALLS] [{"name": "CALC", "arguments": ${A}}]`, ['CALC {"expression":"19*23"}']],
  [
    "Mistral in Markdown",
    `\\[TOOL\\_CALLS\\] [{"name": "CALC", "arguments": ${A}}]`,
    ['CALC {"expression":"19*23"}'],
    "\\",
  ],
  ["a call, announced in capitals", `TOOL_CALL: CALC ${A}`, CALC],
  ["a tool's name, announced", `TOOL NAME CALC ${A}`, CALC],
  ["a tool's name, announced with a colon", `TOOL NAME: CALC ${A}`, CALC],
];

const WITHOUT_ARGUMENTS: readonly Row[] = [
  ["GLM", "<tool_call>HANGUP</tool_call>", HANGUP],
  ["GLM behind words", "Goodbye!\n<tool_call>HANGUP\n</tool_call>", HANGUP, "Goodbye!\n"],
  ["GLM without an end", "<tool_call>HANGUP", HANGUP],
  ["GLM, of a tool with parameters", "<tool_call>DATETIME</tool_call>", ["DATETIME {}"]],
  ["Mistral", "[TOOL_CALLS]HANGUP", HANGUP],
  ["newer Mistral", "[TOOL_CALLS]HANGUP[ARGS]", HANGUP],
  ["Mistral before words", "[TOOL_CALLS]HANGUP\nGoodbye!", HANGUP],
  ["Kimi", "<|tool_call_begin|>functions.HANGUP:0<|tool_call_argument_begin|><|tool_call_end|>", HANGUP],
  [
    "two of Kimi",
    `<|tool_call_begin|>functions.HANGUP:0<|tool_call_argument_begin|><|tool_call_end|><|tool_call_begin|>functions.CALC:1<|tool_call_argument_begin|>${A}<|tool_call_end|>`,
    [...HANGUP, ...CALC],
  ],
  ["DeepSeek", "<｜tool▁call▁begin｜>function<｜tool▁sep｜>HANGUP\n```json\n\n```<｜tool▁call▁end｜>", HANGUP],
  ["gpt-oss", "<|channel|>commentary to=functions.HANGUP<|message|><|call|>", HANGUP],
  ["gpt-oss in lower case", "commentary to=hangup <|constrain|>json<|message|>", HANGUP],
  ["gpt-oss without tokens", "commentary to=functions.hangup", HANGUP],
  ["Qwen's flowers", "✿FUNCTION✿: HANGUP\n✿ARGS✿:", HANGUP],
  ["a tag of a tool", "<tool>HANGUP</tool>", HANGUP],
  ["a line with a full stop", "TOOL HANGUP.", HANGUP],
  ["a sentence", "Goodbye! TOOL HANGUP.", HANGUP, "Goodbye! "],
  ["the end of a sentence", "Goodbye TOOL HANGUP", HANGUP, "Goodbye "],
  ["JSON whose name has a full stop", '{"name": "HANGUP.", "arguments": {}}', HANGUP],
  ["a fence with the tool's name", "```HANGUP\n```", HANGUP],
];

const PYTHON: readonly Row[] = [
  ["nothing", "SET_TIMER(duration=60, message=None)", ['SET_TIMER {"duration":60,"message":null}']],
  [
    "an escaped quote",
    "SET_TIMER(duration=60, message='it\\'s tea, (hot)')",
    ['SET_TIMER {"duration":60,"message":"it\'s tea, (hot)"}'],
  ],
  ["escaped quotes", 'SET_TIMER(60, "say \\"hi\\", ok")', ['SET_TIMER {"duration":60,"message":"say \\"hi\\", ok"}']],
  ["three quotes", 'SET_TIMER(duration=60, message="""tea""")', ['SET_TIMER {"duration":60,"message":"tea"}']],
  ["a prefix", 'SET_TIMER(duration=60, message=f"tea")', ['SET_TIMER {"duration":60,"message":"tea"}']],
  [
    "a long value",
    `SET_TIMER(duration=60, message="${"tea and ".repeat(40)}cake")`,
    [`SET_TIMER {"duration":60,"message":"${"tea and ".repeat(40)}cake"}`],
  ],
  ["a value without an end", 'CALC(expression="19*2', []],
  ["a value too many", 'CALC("1", "2")', ['CALC "1", "2"']],
  [
    "a remark",
    'SET_TIMER(\n  duration=60,  # a minute\n  message="#1 tea",\n)',
    ['SET_TIMER {"duration":60,"message":"#1 tea"}'],
  ],
  ["a variable", "result = CALC(expression='19*23')", ['CALC {"expression":"19*23"}']],
  [
    "a variable behind words",
    "Let me see.\nx = await CALC(expression='19*23')",
    ['CALC {"expression":"19*23"}'],
    "Let me see.\n",
  ],
  [
    "a variable in a fence",
    "```python\nresult = CALC(expression='19*23')\nprint(result)\n```",
    ['CALC {"expression":"19*23"}'],
  ],
  ["a remark in a fence", "```python\n# a sum\nawait CALC(expression='19*23')\n```", ['CALC {"expression":"19*23"}']],
  [
    "an import",
    "```tool_code\nimport default_api\nprint(default_api.CALC(expression='19*23'))\n```",
    ['CALC {"expression":"19*23"}'],
  ],
  ["a fence with the tool's name", `\`\`\`CALC\n${A}\n\`\`\``, CALC],
];

const NO_CALLS: readonly Row[] = [
  ["a word in braces", "Weather: {sunny}", [], "Weather: {sunny}"],
  ["a key in braces", "To transfer, press 1. Transfer:\n{1}", [], "To transfer, press 1. Transfer:\n{1}"],
  ["a word behind TOOL", "TOOL BOX is what you need.", [], "TOOL BOX is what you need."],
  ["a function in a sentence", "The function of the heart: it pumps.", [], "The function of the heart: it pumps."],
  ["a call without an end, of the caller", "User: CALC(analysis", [], ""],
  ["a fence of words", "Look:\n```weather\nIt is sunny.\n```", [], "Look:\n"],
  ["an action", "Action: weather reports at nine.", [], "Action: weather reports at nine."],
];

const named = (kind: string, rows: readonly Row[]): readonly WrittenExample[] =>
  rows.map(([what, written, calls, spoken = ""]) => ({ what: `${kind}: ${what}`, written, spoken, calls }));

export const CALL_FORMS: readonly WrittenExample[] = [
  ...named("arguments", ARGUMENTS),
  ...named("without its tokens", WITHOUT_TOKENS),
  ...named("without arguments", WITHOUT_ARGUMENTS),
  ...named("Python", PYTHON),
  ...named("no call", NO_CALLS),
];
