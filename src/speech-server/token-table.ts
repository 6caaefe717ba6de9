/** A line for each token, as sherpa-onnx reads them. @throws {Error} when the text is not such a tokenizer or configuration */

/** From a tokenizer.json of Hugging Face: a token's bytes in base64, and its number. */
export function tokensOfTokenizer(text: string): string {
  const { model, added_tokens: added = [] } = JSON.parse(text) as {
    readonly model?: { readonly vocab?: Readonly<Record<string, number>> };
    readonly added_tokens?: readonly { readonly id: number; readonly content: string }[];
  };
  if (!model?.vocab) throw new Error("tokenizer.json: expected model.vocab");
  const tokens: string[] = [];
  for (const [token, id] of Object.entries(model.vocab)) tokens[id] = token;
  for (const { id, content } of added) tokens[id] ??= content;
  return lines(Array.from(tokens, (token, id) => [bytesOf(token ?? `<${id}>`).toString("base64"), id]));
}

/** From the configuration of a Piper voice: a phoneme and its number. */
export function tokensOfVoice(phonemes: Readonly<Record<string, readonly number[]>>): string {
  return lines(Object.entries(phonemes).map(([phoneme, [id]]) => [phoneme, id ?? 0]));
}

function lines(tokens: readonly (readonly [token: string, id: number])[]): string {
  return `${tokens.map(([token, id]) => `${token} ${id}`).join("\n")}\n`;
}

/** SentencePiece writes a space as "▁", and a byte that is no character by itself as `<0x0A>`. */
function bytesOf(token: string): Buffer {
  const [, byte] = /^<0x([0-9A-F]{2})>$/.exec(token) ?? [];
  return byte === undefined ? Buffer.from(token.replaceAll("▁", " ")) : Buffer.from(byte, "hex");
}
