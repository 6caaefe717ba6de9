/** What recognisers write besides the caller's words: one form of annotation each. */
export interface Annotation {
  readonly form: string;
  /** Global; replaced by a space. */
  readonly pattern: RegExp;
  /** A transcript, and its words. */
  readonly example: readonly [transcript: string, words: string];
}

export const ANNOTATIONS: readonly Annotation[] = [
  {
    form: "tokens of the model",
    pattern: /<\|[^<>|]{0,40}\|>/g,
    example: ["<|en|><|NEUTRAL|><|Speech|><|woitn|>what time is it", "what time is it"],
  },
  {
    form: "tags",
    pattern: /<\/?[\p{L}_][\p{L}\p{N} _:.-]{0,40}\/?>/gu,
    example: ["<noise> yes <unk></s>", "yes"],
  },
  {
    form: "square brackets",
    pattern: /\[[^[\]]*\]|［[^［］]*］|【[^【】]*】|〔[^〔〕]*〕/g,
    example: ["[BLANK_AUDIO] 【音楽】 yes", "yes"],
  },
  {
    // Not `(555)`, which is part of a telephone number.
    form: "round brackets without digits",
    pattern: /\([^()\d]*\)|（[^（）\d]*）/g,
    example: ["(coughing) call (555) 123", "call (555) 123"],
  },
  { form: "braces", pattern: /\{[^{}]*\}/g, example: ["{noise} no", "no"] },
  {
    // At the edges of words, unlike those in `f***ing`, `2*3*4` and `press * 5 then *`; not `*21*`, which is dialled.
    form: "asterisks",
    pattern: /(?<![\p{L}\p{N}*])\*(?=[^\s*])[^*\n\d]*?[^\s*\d]\*(?![\p{L}\p{N}*])/gu,
    example: ["*laughs* okay *door slams*", "okay"],
  },
  {
    form: "emphasis",
    pattern: /(?<![\p{L}\p{N}*])\*\*(?=[^\s*])|(?<=[^\s*])\*\*(?![\p{L}\p{N}*])/gu,
    example: ["**Hello** there", "Hello there"],
  },
  {
    form: "lyrics",
    pattern: /[♩♪♫♬🎵🎶][^♩♪♫♬🎵🎶]*[♩♪♫♬🎵🎶]/gu,
    example: ["♪ la la la ♪ hello", "hello"],
  },
  { form: "hesitations", pattern: /%HESITATION\b/g, example: ["%HESITATION tomorrow", "tomorrow"] },
];

/** Notes by themselves, of which each may be the beginning of lyrics. */
const NOTES = /[♩♪♫♬🎵🎶]/gu;
/** The last sign that ends an annotation, with what follows; some begin one as well. */
const LAST_END = /[\])}>*］）】〕♩♪♫♬🎵🎶][^\])}>*］）】〕♩♪♫♬🎵🎶]*$/u;
/** An annotation whose end is still to come, in what has none. Global, for searches from a position on. */
const UNFINISHED = /(?:[[({<［（【〔♩♪♫♬🎵🎶]|(?<![\p{L}\p{N}*])\*(?=[^\s*\d]|\**$)).*$|%\p{Lu}*$/gsu;

/** Returns a transcript without annotations. */
export function withoutAnnotations(transcript: string): string {
  return withoutWhole(transcript).replace(NOTES, " ");
}

/** The same for an incomplete transcript: what may become an annotation is left out. */
export function withoutAnnotationsSoFar(transcript: string): string {
  const text = withoutWhole(transcript);
  UNFINISHED.lastIndex = Math.max(0, text.search(LAST_END));
  return text.slice(0, UNFINISHED.exec(text)?.index);
}

function withoutWhole(transcript: string): string {
  return ANNOTATIONS.reduce((text, { pattern }) => text.replace(pattern, " "), transcript);
}
