import type { WrittenExample } from "./written-examples.js";

/** The arguments in every call below. */
const A = '{"expression": "19*23"}';
const CALC = ["CALC"];

/** How families of models write calls, channels and ends as text: each makes the call CALC with {@link A}, unless stated. */
const FORMS: readonly (readonly [family: string, written: string, spoken?: string, calls?: readonly string[]])[] = [
  ["llama header", `<|start_header_id|>assistant<|end_header_id|>\n\n{"name": "CALC", "parameters": ${A}}<|eot_id|>`],
  [
    "llama semicolons",
    `{"name": "CALC", "parameters": ${A}}; {"name": "DATETIME", "parameters": {"format": "time"}}`,
    "",
    ["CALC", "DATETIME"],
  ],
  ["llama type function", `{"type": "function", "name": "CALC", "parameters": ${A}}`],
  ["llama python_tag .call", `<|python_tag|>CALC.call(expression="19*23")`],
  ["hermes unclosed", `<tool_call>\n{"name": "CALC", "arguments": ${A}}`],
  [
    "hermes text first",
    `Let me see.\n<tool_call>\n{"name": "CALC", "arguments": ${A}}\n</tool_call><|im_end|>`,
    "Let me see.\n",
    CALC,
  ],
  ["hermes no brace end", `<tool_call>\n{"name": "CALC", "arguments": ${A}\n</tool_call>`],
  ["hermes tools tag", `<tools>\n{"name": "CALC", "arguments": ${A}}\n</tools>`],
  ["hermes function_call tag", `<functioncall> {"name": "CALC", "arguments": '${A}'} </functioncall>`],
  ["qwen no open", `{"name": "CALC", "arguments": ${A}}\n</tool_call>`],
  ["qwen coder no open", `<function=CALC>\n<parameter=expression>\n19*23\n</parameter>\n</function>\n</tool_call>`],
  ["qwen flower", `✿FUNCTION✿: CALC\n✿ARGS✿: ${A}\n✿RESULT✿:`],
  ["mistral id", `[TOOL_CALLS]CALC[CALL_ID]abcdefghi[ARGS]${A}`],
  ["mistral two", `[TOOL_CALLS]CALC[ARGS]${A}[TOOL_CALLS]DATETIME[ARGS]{"format": "time"}`, "", ["CALC", "DATETIME"]],
  [
    "mistral quoted",
    `[TOOL_CALLS] [{"name": "CALC", "arguments": "{\\"expression\\": \\"19*23\\"}", "id": "abcdefghi"}]</s>`,
  ],
  ["mistral no token", `[{"name": "CALC", "arguments": ${A}}]`],
  [
    "gpt-oss recipient in role",
    `<|start|>assistant to=functions.CALC<|channel|>commentary json<|message|>${A}<|call|>`,
  ],
  [
    "gpt-oss recipient in role, lead analysis",
    `<|channel|>analysis<|message|>Sum.<|end|><|start|>assistant to=functions.CALC<|channel|>commentary<|constrain|>json<|message|>${A}<|call|>`,
  ],
  ["gpt-oss analysis to", `<|channel|>analysis to=functions.CALC code<|message|>${A}<|call|>`],
  [
    "gpt-oss preamble",
    `<|channel|>commentary<|message|>Let me compute.<|end|><|start|>assistant<|channel|>commentary to=functions.CALC <|constrain|>json<|message|>${A}<|call|>`,
    "Let me compute.",
    CALC,
  ],
  [
    "gpt-oss stripped",
    `analysisThe user asks for a sum. We need to use CALC.assistantcommentary to=functions.CALC json${A}`,
  ],
  ["gpt-oss stripped final", `analysisThe user asks for the time.assistantfinalIt is noon.`, "It is noon.", []],
  ["gpt-oss commentary stripped", `commentary to=functions.CALC json${A}`],
  ["gemini tool_code", '```tool_code\nCALC(expression="19*23")\n```'],
  ["gemini tool_code no fence", `tool_code\nprint(default_api.CALC(expression="19*23"))`],
  ["gemini python fence", "```python\nCALC(expression='19*23')\n```"],
  ["gemini malformed", `print(default_api.CALC(expression="19*23"))`],
  [
    "gemini two",
    "```tool_code\nprint(default_api.CALC(expression='19*23'))\nprint(default_api.DATETIME(format='time'))\n```",
    "",
    ["CALC", "DATETIME"],
  ],
  ["functiongemma", `<start_function_call>call:CALC{expression:<escape>19*23<escape>}<end_function_call>`],
  [
    "deepseek v3.1",
    `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>CALC<｜tool▁sep｜>${A}<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
  ],
  [
    "deepseek 3.2 dsml",
    `<｜DSML｜function_calls>\n<｜DSML｜invoke name="CALC">\n<｜DSML｜parameter name="expression" string="true">19*23</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>`,
  ],
  [
    "deepseek ascii",
    `<|tool_calls_begin|><|tool_call_begin|>function<|tool_sep|>CALC\n\`\`\`json\n${A}\n\`\`\`<|tool_call_end|><|tool_calls_end|>`,
  ],
  ["functionary v2", `<|from|>assistant\n<|recipient|>CALC\n<|content|>${A}<|stop|>`],
  ["functionary v2 all", `<|from|>assistant\n<|recipient|>all\n<|content|>It is noon.<|stop|>`, "It is noon.", []],
  ["functionary v3 all", `>>>all\nIt is noon.>>>CALC\n${A}`, "It is noon.", CALC],
  ["functionary v3", `>>>CALC\n${A}<|eot_id|>`],
  ["functionary v3 bare", `CALC\n${A}`],
  ["functionary v3.1", `<function=CALC>${A}</function><|eot_id|>`],
  [
    "xlam list",
    `[{"name": "CALC", "arguments": ${A}}, {"name": "DATETIME", "arguments": {"format": "time"}}]`,
    "",
    ["CALC", "DATETIME"],
  ],
  ["xlam tool_calls", `{"thought": "sum", "tool_calls": [{"name": "CALC", "arguments": ${A}}]}`],
  [
    "command-r",
    `Action: \`\`\`json\n[\n    {\n        "tool_name": "CALC",\n        "parameters": ${A}\n    }\n]\`\`\``,
  ],
  [
    "command-r7b",
    `<|START_THINKING|>I will compute.<|END_THINKING|><|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "CALC", "parameters": ${A}}\n]<|END_ACTION|><|END_OF_TURN_TOKEN|>`,
  ],
  ["command-r7b response", `<|START_RESPONSE|>It is noon.<|END_RESPONSE|>`, "It is noon.", []],
  ["phi4 mini", `<|tool_call|>[{"type": "function", "function": {"name": "CALC", "arguments": ${A}}}]<|/tool_call|>`],
  ["phi4", `<|tool_calls|>[{"name": "CALC", "parameters": ${A}}]<|end|>`],
  ["phi functools", `functools[{"name": "CALC", "arguments": ${A}}]<|end|>`],
  ["nemotron", `<TOOLCALL>[{"name": "CALC", "arguments": ${A}}]</TOOLCALL>`],
  ["jamba", `<tool_calls>[\n{"name": "CALC", "arguments": ${A}}\n]</tool_calls>`],
  ["internlm", `<|action_start|><|plugin|>\n{"name": "CALC", "parameters": ${A}}<|action_end|>`],
  ["olmo", `<function_calls>\nCALC(expression="19*23")\n</function_calls>`],
  [
    "seed",
    `<seed:tool_call>\n<function=CALC>\n<parameter=expression>19*23</parameter>\n</function>\n</seed:tool_call>`,
  ],
  ["lfm2", `<|tool_call_start|>[CALC(expression="19*23")]<|tool_call_end|>It is`],
  ["apertus", `<|tools_prefix|>[{"CALC": ${A}}]<|tools_suffix|>`],
  [
    "claude old",
    `<function_calls>\n<invoke>\n<tool_name>CALC</tool_name>\n<parameters>\n<expression>19*23</expression>\n</parameters>\n</invoke>\n</function_calls>`,
  ],
  ["raven", `Call: CALC(expression='19*23')<bot_end>`],
  ["toolace", `[CALC(expression="19*23")]`],
  [
    "minimax m2",
    `<minimax:tool_call>\n<invoke name="CALC">\n<parameter name="expression">19*23</parameter>\n</invoke>\n</minimax:tool_call>`,
  ],
  ["kimi k2 no section", `<|tool_call_begin|>functions.CALC:0<|tool_call_argument_begin|>${A}<|tool_call_end|>`],
  ["hunyuan", `<tool_calls>\n<tool_call>CALC<tool_sep>\n\`\`\`json\n${A}\n\`\`\`\n</tool_call>\n</tool_calls>`],
  ["granite 3", `<tool_call>[{"arguments": ${A}, "name": "CALC"}]`],
  ["exaone", `<tool_call>{"name": "CALC", "arguments": ${A}}</tool_call>[|endofturn|]`],
  [
    "step3",
    `<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="CALC"><steptml:parameter name="expression">19*23</steptml:parameter></steptml:invoke><｜tool_call_end｜>`,
  ],
  ["openai fn style", `functions.CALC(${A})`],
  ["to=functions", `to=functions.CALC ${A}`],
  ["xml self", `<CALC>{"expression": "19*23"}</CALC>`],
  ["xml self param", `<CALC><expression>19*23</expression></CALC>`],
  ["xml attr", `<tool name="CALC" expression="19*23"/>`],
  ["tool_use", `<tool_use><name>CALC</name><arguments>${A}</arguments></tool_use>`],
  ["harmony final only stripped", `<|channel|>final<|message|>It is noon.`, "It is noon.", []],
  ["gemma end", `It is noon.<end_of_turn>\n<start_of_turn>user\nbye`, "It is noon.", []],
  ["zephyr", `It is noon.\n<|user|>\nThanks`, "It is noon.\n", []],
  ["vicuna", `It is noon.</s>USER: more`, "It is noon.", []],
  ["vicuna inline", `It is noon. USER: more ASSISTANT: yes`, "It is noon. ", []],
  ["chatml broken4", `It is noon.im_end`, "It is noon.", []],
  ["german role", `Es ist Mittag.\nNutzer: Danke.`, "Es ist Mittag.\n", []],
  ["role new", `It is noon.\nuser\nThanks`, "It is noon.\n", []],
  ["assistant head", `assistant\n\nIt is noon.`, "It is noon.", []],
  ["think unclosed w attr", `<think lang="en">hm</think>Yes.`, "Yes.", []],
  ["thought label", `Thought: I need the time.\nFinal Answer: It is noon.`, "It is noon.", []],
  ["react", `Thought: I need a sum.\nAction: CALC\nAction Input: 19*23\nObservation: 437\nFinal Answer: 437`],
];

export const MODEL_FORMS: readonly (WrittenExample & { readonly tools: readonly string[] })[] = FORMS.map(
  ([what, written, spoken = "", tools = CALC]) => ({ what, written, spoken, tools }),
);
export const CALLED_WITH: Readonly<Record<string, unknown>> = {
  CALC: { expression: "19*23" },
  DATETIME: { format: "time" },
};
