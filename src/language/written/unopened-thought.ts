/**
 * How a thought without an opening tag begins (the server's template has already written the tag), and what identifies it in its
 * first sentence: it mentions the caller, or what to say.
 */

const BEGINNINGS = [
  ...["okay", "ok", "alright", "all right", "hmm", "well", "so", "first", "now", "wait", "let me", "let's", "got it"],
  ...["here is", "here's", "the user", "the caller", "the human", "the customer", "user", "we", "they", "looking at"],
  ...["i need", "i should", "i must", "i have", "this is a"],
  ...["der nutzer", "die nutzerin", "der benutzer", "der anrufer", "die anruferin", "der kunde", "die kundin"],
  ...["also", "gut", "ich muss", "ich soll", "wir müssen"],
  ...["l'utilisat", "l’utilisat", "l'appelant", "l’appelant", "le client", "la cliente", "d'accord", "bon", "alors"],
  ...["el usuario", "la usuaria", "el cliente", "la persona", "de acuerdo", "vale", "bueno", "bien"],
  ...["l'utente", "l’utente", "il cliente", "il chiamante", "va bene", "allora", "bene"],
  ...["de gebruiker", "de beller", "o usuário", "o utilizador", "użytkownik"],
  ...["好的", "好，", "嗯", "首先", "用户", "来电者"],
];
/** Names of the caller in the third person, each with what they do. */
const CALLERS = [
  "(?:(?:the|this) |^)(?:user|caller|human|customer)(?:'s)? (?:asks?|asked|is|wants?|wanted|says?|said|greets?|just|has|needs?|seems?|would|might|may|question|request|message)(?!\\p{L})",
  "they(?:'re| are)? (?:asking|ask|wants?|wanted|need|say|said|just)(?!\\p{L})",
  "this is a (?:simple|straightforward|basic|common|general) (?:question|request|greeting)",
  "(?:der|die) (?:nutzer|benutzer|anrufer|kunde)(?:in)? (?:fragt|möchte|will|wollte|sagt|braucht|bittet|erkundigt|wünscht)(?!\\p{L})",
  "(?:l['’]utilisat(?:eur|rice)|l['’]appelante?|le client|la cliente) (?:me |nous )?(?:demande|veut|souhaite|dit|cherche|voudrait|pose)(?!\\p{L})",
  "(?:el usuario|la usuaria|el cliente|la persona que llama) (?:me |nos )?(?:pregunta|quiere|pide|dice|necesita|desea|está pidiendo|está preguntando)(?!\\p{L})",
  "(?:l['’]utente|il cliente|il chiamante) (?:mi |ci )?(?:chiede|vuole|dice|desidera|sta chiedendo)(?!\\p{L})",
  "de (?:gebruiker|beller) (?:vraagt|wil|zegt)(?!\\p{L})",
  "o (?:usuário|utilizador) (?:pergunta|quer|pede|disse|diz)(?!\\p{L})",
  "użytkownik (?:pyta|chce|prosi|mówi)(?!\\p{L})",
];
const IS_THOUGHT = new RegExp(
  [
    `(?<!\\p{L})(?:${CALLERS.join("|")})`,
    "(?:用户|来电者)[^。！？]{0,12}(?:问|想|说|要|询问|希望)",
    "\\b(?:we|i) (?:need|have|should|must) (?:to )?(?:answer|respond|reply|call|use|output|produce|provide|figure|consider)\\b",
    "\\b(?:thinking|thought|reasoning) process\\b",
  ].join("|"),
  "iu",
);
/** A first sentence that says nothing, before the one that identifies it. */
const PRELUDE = /^[\p{L}\s,.…!]{0,20}(?:let me think|let['’]s see|hmm+)[.!…]+\s+/iu;

/** A thought without an opening tag is recognised within this many characters. */
const FIRST_SENTENCE = 160;

/** Whether the first sentence belongs to a thought; undefined while that is unknown. */
export function beginsAsThought(text: string, ended: boolean): boolean | undefined {
  const may = mayBeThought(text, ended);
  if (!may) return may;
  const from = PRELUDE.exec(text)?.[0].length ?? 0;
  const rest = text.slice(from);
  const sentence = /^.*?[.!?\n](?=\s)/s.exec(rest)?.[0] ?? rest;
  if (IS_THOUGHT.test(sentence.slice(0, FIRST_SENTENCE))) return true;
  return ended || sentence !== rest || rest.length >= FIRST_SENTENCE ? false : undefined;
}

/** Whether a text begins like a thought; undefined while it may become one. */
function mayBeThought(text: string, ended: boolean): boolean | undefined {
  const begin = text.slice(0, 40).toLowerCase();
  const isOne = BEGINNINGS.some(
    (words) => begin.startsWith(words) && (/^[^a-z]/.test(begin.slice(words.length)) || words.endsWith("utilisat")),
  );
  if (isOne) return true;
  return !ended && BEGINNINGS.some((words) => words.startsWith(begin)) ? undefined : false;
}
