/**
 * A grammar of what models write around what they say, by what families of models and their servers do: calls, thoughts, turns
 * of the other side, tokens. Written without a look at what removes it, and to be extended the same way.
 */

type Random = () => number;

export interface WrittenReply {
  readonly written: string;
  /** What is said in it, in order, before the first piece that need not be understood. */
  readonly said: readonly string[];
  readonly what: string;
}

/** Sentences that are to be spoken: no word of theirs is in anything else here. */
const SAID = [
  "The shop closes at noon.",
  "Your table is reserved.",
  "It rains in the north.",
  "Please hold the line for a moment.",
  "That makes forty two.",
  "Good morning, what can I do for you?",
] as const;
/** Words of thoughts and of arguments: whoever hears one has heard what is not for them. */
const SECRET = ["zebra", "quartz", "walrus", "turnip", "gadget"] as const;

/** What must not be heard of anything here. */
export const LEAKED = new RegExp(
  String.raw`[{}<>|[\]▁◁▷｜\x60]|"\s*:|\b(?:tool_calls?|im_start|im_end|endoftext|eot_id|inst|think|thinking|arguments|parameters|python_tag|channel|commentary|boxed|unused\d*|functions?|action|pound|calc|weather)\b|(?:^|[.!?] )\W*(?:assistant|user|human|system|model|tool|bot|ai|caller|customer)\s*:|\b(?:${SECRET.join("|")})\b`,
  "i",
);

const oneOf = <T>(random: Random, of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
const thought = (random: Random) =>
  Array.from(
    { length: 1 + Math.floor(random() * 3) },
    () => `The ${oneOf(random, SECRET)} needs a ${oneOf(random, SECRET)}.`,
  ).join(oneOf(random, [" ", "\n", "\n\n"]));
const json = (random: Random) => {
  const value = oneOf(random, [
    '"zebra"',
    "7",
    "true",
    "null",
    '["walrus", 3]',
    '{"quartz": "turnip"}',
    '"a \\"gadget\\" {"',
    '""',
  ]);
  return oneOf(random, [
    `{"expression": ${value}}`,
    `{ "expression" : ${value}, "more": 1 }`,
    "{}",
    `{\n  "expression": ${value}\n}`,
  ]);
};
const NAMES = ["CALC", "calc", "functions.CALC", "WEATHER", "get_weather"] as const;

/** A call, written as text. */
const CALLS: Readonly<Record<string, (random: Random, name: string, args: string) => string>> = {
  hermes: (_, name, args) => `<tool_call>\n{"name": "${name}", "arguments": ${args}}\n</tool_call>`,
  "hermes without an end": (_, name, args) => `<tool_call>\n{"name": "${name}", "arguments": ${args}}`,
  "hermes, begun twice": (_, name, args) =>
    `<tool_call><tool_call>{"name": "${name}", "arguments": ${args}}</tool_call>`,
  "hermes in capitals": (_, name, args) => `<TOOL_CALL>{"name": "${name}", "arguments": ${args}}</TOOL_CALL>`,
  "hermes with a wrong end": (_, name, args) => `<tool_call>{"name": "${name}", "arguments": ${args}}<tool_call>`,
  "hermes in a fence": (_, name, args) =>
    `\`\`\`xml\n<tool_call>{"name": "${name}", "arguments": ${args}}</tool_call>\n\`\`\``,
  coder: (_, name, args) =>
    `<tool_call>\n<function=${name}>\n<parameter=expression>\n${args}\n</parameter>\n</function>\n</tool_call>`,
  "coder without its frame": (_, name) =>
    `<function=${name}>\n<parameter=expression>\nzebra\n</parameter>\n</function>`,
  "function tag": (_, name, args) => `<function=${name}>${args}</function>`,
  "function tag with an attribute": (_, name, args) => `<function name="${name}">${args}</function>`,
  mistral: (_, name, args) => `[TOOL_CALLS][{"name": "${name}", "arguments": ${args}}]`,
  "newer mistral": (_, name, args) => `[TOOL_CALLS]${name}[ARGS]${args}`,
  "mistral with an id": (_, name, args) => `[TOOL_CALLS]${name}[CALL_ID]a1b2c3d4e[ARGS]${args}`,
  "mistral with a blank": (_, name, args) =>
    `[TOOL_CALLS] [{"name": "${name}", "arguments": ${args}, "id": "a1b2c3d4e"}]</s>`,
  llama: (_, name, args) => `<|python_tag|>{"name": "${name}", "parameters": ${args}}<|eom_id|>`,
  "llama in Python": (_, name) => `<|python_tag|>${name}.call(expression="zebra")<|eom_id|>`,
  "llama bare": (_, name, args) => `{"name": "${name}", "parameters": ${args}}`,
  "llama with a type": (_, name, args) => `{"type": "function", "function": {"name": "${name}", "arguments": ${args}}}`,
  "a list": (_, name, args) => `[{"name": "${name}", "arguments": ${args}}, {"name": "${name}", "arguments": ${args}}]`,
  pythonic: (_, name) => `[${name}(expression="zebra", more=1)]`,
  kimi: (_, name, args) =>
    `<|tool_calls_section_begin|><|tool_call_begin|>functions.${name}:0<|tool_call_argument_begin|>${args}<|tool_call_end|><|tool_calls_section_end|>`,
  deepseek: (_, name, args) =>
    `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>${name}\n\`\`\`json\n${args}\n\`\`\`<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
  "newer deepseek": (_, name, args) =>
    `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>${name}<｜tool▁sep｜>${args}<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
  dsml: (_, name) =>
    `<｜DSML｜function_calls>\n<｜DSML｜invoke name="${name}">\n<｜DSML｜parameter name="expression" string="true">zebra</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>`,
  harmony: (_, name, args) => `<|channel|>commentary to=functions.${name} <|constrain|>json<|message|>${args}<|call|>`,
  "harmony, role first": (_, name, args) =>
    `<|start|>assistant to=functions.${name}<|channel|>commentary json<|message|>${args}<|call|>`,
  minimax: (_, name) =>
    `<minimax:tool_call>\n<invoke name="${name}">\n<parameter name="expression">zebra</parameter>\n</invoke>\n</minimax:tool_call>`,
  invoke: (_, name) =>
    `<function_calls>\n<invoke name="${name}">\n<parameter name="expression">zebra</parameter>\n</invoke>\n</function_calls>`,
  glm: (_, name) => `<tool_call>${name}\n<arg_key>expression</arg_key>\n<arg_value>zebra</arg_value>\n</tool_call>`,
  react: (_, name, args) => `Action: ${name}\nAction Input: ${args}`,
  gemma: (_, name) => `\`\`\`tool_code\nprint(${name}(expression="zebra"))\n\`\`\``,
  "gemma's outputs": () => `\`\`\`tool_outputs\n{"result": "walrus"}\n\`\`\``,
  "newer gemma": (_, name) => `<start_function_call>call:${name}{expression:<escape>zebra<escape>}<end_function_call>`,
  "fenced JSON": (random, name, args) =>
    `\`\`\`${oneOf(random, ["json", "", "tool_call", "JSON"])}\n{"name": "${name}", "arguments": ${args}}\n\`\`\``,
  granite: (_, name, args) => `<|tool_call|>[{"name": "${name}", "arguments": ${args}}]`,
  phi: (_, name, args) => `<|tool_call|>[{"name": "${name}", "arguments": ${args}}]<|/tool_call|>`,
  nemotron: (_, name, args) => `<TOOLCALL>[{"name": "${name}", "arguments": ${args}}]</TOOLCALL>`,
  escaped: (_, name, args) => `&lt;tool_call&gt;{"name": "${name}", "arguments": ${args}}&lt;/tool_call&gt;`,
  response: () => `<tool_response>\n{"result": "walrus"}\n</tool_response>`,
  command: (_, name, args) =>
    `<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "${name}", "parameters": ${args}}]<|END_ACTION|>`,
  jamba: (_, name, args) => `<tool_calls>[{"name": "${name}", "arguments": ${args}}]</tool_calls>`,
  olmo: (_, name) => `<function_calls>\n${name}(expression="zebra")\n</function_calls>`,
  apertus: (_, name, args) => `<|tools_prefix|>[{"${name}": ${args}}]<|tools_suffix|>`,
  seed: (_, name) =>
    `<seed:tool_call>\n<function=${name}>\n<parameter=expression>zebra</parameter>\n</function>\n</seed:tool_call>`,
};

/** Marks around a thought. */
const THOUGHTS: readonly (readonly [begin: string, end: string])[] = [
  ...[
    "think",
    "thinking",
    "thought",
    "reasoning",
    "reflection",
    "scratchpad",
    "THINK",
    "Thinking",
    "analysis",
    "inner_monologue",
  ].map((tag) => [`<${tag}>`, `</${tag}>`] as const),
  ["[THINK]", "[/THINK]"],
  ["[thinking]", "[/thinking]"],
  ["[think]", "[/think]"],
  ["<|begin_of_thought|>", "<|end_of_thought|>"],
  ["<|START_THINKING|>", "<|END_THINKING|>"],
  ["<|inner_prefix|>", "<|inner_suffix|>"],
  ["◁think▷", "◁/think▷"],
  ["<seed:think>", "</seed:think>"],
  ["<|channel|>analysis<|message|>", "<|end|><|start|>assistant<|channel|>final<|message|>"],
  ["<|channel>thought\n", "<channel|>"],
  ["<unused94>thought\n", "<unused95>"],
  ["<think>\n<think>\n", "\n</think>\n</think>"],
  ["[THINK][THINK]", "[/THINK][/THINK]"],
  ["<think>", "</think>\n</think>"],
];

/** What a server that does not know the model's tokens lets through. */
const TOKENS = [
  "<|im_end|>",
  "<|endoftext|>",
  "<|eot_id|>",
  "<|end|>",
  "</s>",
  "<s>",
  "<eos>",
  "<bos>",
  "<pad>",
  "<unk>",
  "<end_of_turn>",
  "<|end_of_text|>",
  "<｜end▁of▁sentence｜>",
  "<|return|>",
  "[/INST]",
  "<|eom_id|>",
  "<|END_RESPONSE|>",
  "<|START_RESPONSE|>",
  "<0x0A>",
  "[EOS]",
  "<|end_of_turn|>",
  "<|endofprompt|>",
  "<response>",
  "</response>",
  "<answer>",
  "</answer>",
  "<final>",
  "</final>",
  "<output>",
  "</output>",
  "\\boxed{",
  "<|fim_middle|>",
  "<|file_sep|>",
  "<turn|>",
] as const;

/** How a turn of somebody begins, and how a model goes on with the other side's. */
const SIDES = [
  "<|im_start|>assistant\n",
  "<|start_header_id|>assistant<|end_header_id|>\n\n",
  "<start_of_turn>model\n",
  "Assistant: ",
  "assistant: ",
  "ASSISTANT: ",
  "**Assistant:** ",
  "### Assistant:\n",
  "AI: ",
  "<|assistant|>\n",
  "<assistant>",
  "[Assistant]: ",
  "Assistant:\n",
  "assistant\n",
  "<|start|>assistant<|message|>",
  "### Response:\n",
  "<｜Assistant｜>",
  "<|turn>model\n",
  "<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>",
  "Bot: ",
  "Model: ",
] as const;
const OTHER_SIDES = [
  "\n<|im_start|>user\n",
  "\nUser: ",
  "\nHuman: ",
  "\n\nHuman: ",
  "\n### User:\n",
  "\n### Human: ",
  "<|user|>\n",
  "\n**User:** ",
  "\nuser\n",
  "[INST] ",
  "<start_of_turn>user\n",
  "<|start_header_id|>user<|end_header_id|>\n\n",
  "\nCaller: ",
  "\nCustomer: ",
  "<｜User｜>",
  "\nsystem: ",
  "\nSystem: ",
  "\ntool: ",
  "\n### Instruction:\n",
] as const;

/** One reply, with what is to be heard of it. */
export function writtenReply(random: Random): WrittenReply {
  const said: string[] = [];
  const what: string[] = [];
  let written = "";
  let isCertain = true;
  let hasSaid = false;
  const say = () => {
    const sentence = oneOf(random, SAID);
    hasSaid = true;
    written += sentence + oneOf(random, [" ", "\n", "\n\n"]);
    if (isCertain) said.push(sentence);
  };
  if (random() < 0.25) {
    const side = oneOf(random, SIDES);
    written += side;
    what.push(side);
  }
  const pieces = 1 + Math.floor(random() * 4);
  for (let i = 0; i < pieces; i++) {
    const kind = random();
    if (kind < 0.35) say();
    else if (kind < 0.6) {
      const form = oneOf(random, Object.keys(CALLS));
      written += CALLS[form]?.(random, oneOf(random, NAMES), json(random)) + oneOf(random, ["", " ", "\n"]);
      what.push(form);
      isCertain = false;
    } else if (kind < 0.8) {
      const [begin, end] = oneOf(random, THOUGHTS);
      const isWhole = random() < 0.85 || /^\[[a-z]/.test(begin); // Without an end it is a stage direction.
      written +=
        begin + oneOf(random, ["", "\n"]) + thought(random) + (isWhole ? end + oneOf(random, ["", "\n\n"]) : "");
      what.push(begin);
      isCertain &&= isWhole && what.length === 1 && said.length === 0;
      if (!isWhole) break;
    } else if (kind < 0.95) {
      const token = oneOf(random, TOKENS);
      written += token;
      what.push(token);
      isCertain = false;
    } else {
      // As the first words, these names may be words like others, and what follows them is spoken.
      const side = oneOf(
        random,
        hasSaid ? OTHER_SIDES : OTHER_SIDES.filter((each) => !/\n(?:System|Customer): /.test(each)),
      );
      written += `${side}Give me the ${oneOf(random, SECRET)}.`;
      what.push(side);
      isCertain = false;
    }
  }
  return { written, said, what: what.join(" + ") };
}

/** The same text in pieces, as it might be streamed. */
export function inPieces(text: string, random: Random): readonly string[] {
  const pieces: string[] = [];
  const longest = oneOf(random, [1, 3, 8, 40, 400]);
  for (let at = 0; at < text.length;) {
    const length = 1 + Math.floor(random() * longest);
    pieces.push(text.slice(at, at + length));
    at += length;
  }
  return pieces;
}
