/** What is said with a tool's words: the prefix, the words and the suffix, those of them that say something. */
export function messageAround(words: string, { prefix, suffix }: { readonly prefix: string; readonly suffix: string }) {
  return [prefix, words, suffix].filter((part) => part.trim()).join(" ");
}
