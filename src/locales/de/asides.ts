import type { Asides } from "../choice.js";

export const ASIDES: Asides = {
  always: [
    // Of someone else.
    /^(mein|meine|meinem|meiner|unser|unsere|sein|seine) (?!wunsch|favorit|lieblings|antwort |wahl |entscheidung )\p{L}+ (.* )?\*/u,
    /^(der|die|das|den|dem) (?!beste|liebste|einzige|antwort )\p{L}+ (ist|geht|hat|will|wollte|sagt|meint) (.* )?\*/u,
    /^(der|die|das|mein|meine|unser|unsere) \* (ist|geht|hat|war)(?! (gut|besser|okay|am|mir|in|fur))( |$)/u,
    /(^| )(ihm|ihr) geht (.* )?\*/u,
    /^(er|sie) (ist|hat|will|wollte|geht) (.* )?\*/u,
    /\* (ist|heisst) (mein|meine|unser|unsere) (?!wunsch|favorit|lieblings)/u,
    /\* (hat|sagt|sagte|meint|meinte)( |$)/u,
    /\* (?!passt|geht)\p{L}+ (mein|meine|unser|unsere)( |$)/u,
    /\* ist es (?!gut|besser|okay|mir|am)/u,
    // Of the calendar.
    /(^| )(heute|gestern|jetzt) (ist|haben wir) (schon |erst )?\*/u,
    /(^| )es ist (schon |erst )?\* (\p{L}|\d)/u,
    /(^| )(geburtstag|feiertag|hochzeitstag)( |$)/u,
    /(^| )(ab|von|seit|bis) \* (an|ab)$/u,
    // Of a call to come.
    /(^| )(sag|sage|sagen|erzahle|melde|rufe|ruf|schreibe|gebe) (.* )?(ihnen|dir|euch|mich|sie|bescheid) (.* )?\*/u,
    /\* (sag|sage|melde|rufe|gebe|weiss|schreibe|wissen) (ich|wir)( |$)/u,
    /(^| )(ich|wir) (weiss|wissen|entscheide|uberlege|telefonieren|sprechen|reden|sehe) (.* )?\*/u,
    /\* (entscheide|telefonieren|sprechen|reden|horen|sehen) (ich|wir)( |$)/u,
    /(danke|dank) fur (ihre |die |den |das |all )?\*/u,
    // Of hearing, and of now.
    /(^| )(hore|horen|verstehe|verstehen|verbindung|leitung)( |$)/u,
    /^\* (dass|mal|horen|wo|zu sagen)( |$)|^jetzt reicht/u,
    // Of something that only has the same word.
    /(^| )(ich|wer) weiss( |$)/u,
    /(^| )ein \* (wenig|bisschen)/u,
    /(^| )mude von( |$)|\* von (diesen|ihren|den|all)( |$)/u,
    /^(na|also|alles|das ist|das geht) gut$/u,
    /(^| )(ist|sind|wird|mir|uns|viel|etwas) zu \*/u,
  ],
  ofSelf: [
    /(^| )(ich bin|wir sind(?! (zu )?\*$)) (?!fur |dafur |frei|verfugbar|mit \*)(.* )?\*/u,
    /\* (bin ich|sind wir)( (?!frei|dabei|da$|verfugbar)| *$)/u,
    /(^| )(ich habe|wir haben|ich hab) (?!.*(zeit|frei|gern|lieber|entschieden|gewahlt|ausgesucht)|1 \*$|eine?n? \*$)(.* )?\*/u,
    /\* (habe ich|haben wir|hab ich)(?!.*(zeit|frei|nichts))( |$)/u,
    /(^| )(ich|wir) (komme aus|spreche|rieche|arbeite|arbeiten|wohne|sitze|warte|warten|verstehe) (.* )?\*/u,
    /(^| )(mir|uns) (ist|wird) \*/u,
    /\* (muss|arbeite|arbeiten|wohne) (ich|wir)( |$)/u,
  ],
  asksOfSelf:
    /(^| )(sind sie|bist du|haben sie|hast du|geht es ihnen|geht es dir|geht s|fuhlen sie|wer (ist|sind|spricht)|wie heissen|arbeiten|wohnen|tut|sprechen sie(?! mit))( |$)/u,
  introduces: /^hier spricht \*|\* am apparat$|(^| )(mein name ist|ich heisse) (.* )?\*/u,
  saysWho: /^(hier|es|das) ist \*|\* hier$/u,
  asksWho: /(^| )(wer|wen|wem)( |$)/u,
  // "Hattepast" is "hatte", and "hatte" is "hätte": see PASTS in src/choice/folded-words.ts.
  past: /(^| )(war|waren|hattepast|hattenpast|wurdepast|wurdenpast|ging|wollte|wollten|musste|mussten|#0 mal|verloren|gestern)( |$)/u,
  asksPast: /(^| )(war|waren|hattepast|hattenpast|wurdepast|wurdenpast|zuletzt|passiert|ge\p{L}+(t|en))( |$)/u,
  otherUse: /^zu \p{Ll}/u, // "Too"; before a noun, as in "zu Klein", it is "to".
  unfinished:
    /(^| )(am|im|zum|zur|von|vom|bei|als|des|fur|dass|weil|war|hattepast|wurdepast|(bin|ist) (der|die|das|ein|eine))$/u,
};
