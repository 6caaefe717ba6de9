import type { Requests } from "../locale.js";

const KIND =
  "(ein |eine |einem |einer |nur )*(echte[rsnm]? |richtige[rsnm]? |reale[rsnm]? |wirkliche[rsnm]? |lebende[rsnm]? )*(mensch|menschen|person|roboter|maschine|computer|bot|chatbot|ki|künstliche intelligenz|automat|automaten|programm|ansage|bandansage|anrufbeantworter|assistent|computerstimme|roboterstimme|automatenstimme|chatgpt|siri|alexa)";

export const REQUESTS: Requests = {
  whetherPerson: [
    new RegExp(`(sind|bist) (sie|du) (denn |eigentlich |überhaupt |wirklich )*${KIND}( oder ${KIND})?`, "u"),
    /(sind|bist) (sie|du) (denn |überhaupt |wirklich )*(echt|menschlich|real)/u,
    new RegExp(
      `(spreche|rede|telefoniere) ich (hier |denn |gerade |eigentlich |jetzt |da )*mit ${KIND}( oder (mit )?${KIND})?`,
      "u",
    ),
    new RegExp(
      `(sie sind|du bist) (doch |ja |bestimmt |wohl |aber )*${KIND} (oder|nicht wahr|oder nicht|stimmt s|gell)( nicht)?`,
      "u",
    ),
    /(sie sind|du bist) (doch |ja |gar |wohl )*kein (echter |richtiger )?mensch( oder)?/u,
    new RegExp(`ist (das|da|hier|dort) (hier )?(etwa |denn |auch )?${KIND}( oder ${KIND})?`, "u"),
  ],
  speaking: [
    "(?:sprechen|reden|können|könnten) (?:sie|wir)(?: auch| bitte)?(?: auf)? {language}(?: sprechen| reden| weitersprechen| weitermachen)?",
    "(?:sprichst|redest|kannst) du(?: auch| bitte)?(?: auf)? {language}(?: sprechen| reden)?",
    "(?:ich )?(?:möchte|würde gerne|würde lieber|will|kann nur) (?:bitte |lieber |gerne )?(?:auf {language}|(?:auf )?{language} (?:sprechen|reden|weiterreden|weitersprechen|weitermachen))",
    "(?:ich )?kann nur {language}",
    "(?:kann|könnte|darf|können|könnten) (?:ich|wir|sie)(?: bitte| auch| vielleicht| mit ihnen| das| hier| wir)*(?: auf)? {language}(?: mit ihnen)? (?:sprechen|reden|machen|weitermachen|erledigen)",
    "(?:sprechen|reden) sie(?: bitte)?(?: auf)? {language}",
    "auf {language} bitte",
    "(?:bitte|lieber) auf {language}",
  ],
  naming: [
    "{language} bitte",
    "(?:bitte|lieber) {language}",
    "(?:ich )?(?:möchte|würde gerne|würde lieber|will) (?:bitte |lieber |gerne )?{language}",
  ],
  denial: "nein",
  before:
    "(?:hallo|guten tag|guten morgen|guten abend|äh|ähm|und|also|ja|okay|ok|gut|aber|bitte|mein \\p{L}+ ist (?:sehr |so |nicht |leider )*(?:schlecht|gut)|ich (?:spreche|kann) (?:leider )?(?:kein|nicht gut|nur wenig) \\p{L}+|entschuldigung|entschuldigen sie|verzeihung|sagen sie|sagen sie mal|sag mal|moment|warten sie|warte|können sie mir sagen|kannst du mir sagen|wissen sie|weißt du|ich möchte wissen|darf ich fragen|dann|noch)",
  after:
    "(?:bitte|jetzt|gerade|im moment|heute|draußen|eigentlich|danke|genau|noch mal|nochmal|denn|hier|dort|da|dran|mit ihnen)",
  unwanted: {
    aside:
      "sie du ihr mich uns mir bitte hier ja bloß doch nun jetzt endlich einfach mal auch diese dieser nummer unter noch ich bei wirklich ihre eure die der von aus",
    negations: "nicht nie niemals kein keine keinen keiner",
    denies:
      /(^| )(nicht|nie|niemals|keine?|keinen|keiner)( (dass|sie|ihr|du|man|mich|uns|bitte|einfach|mehr|jetzt|gleich|etwa))* \| (?!(\p{L}+ (sie|ihr)|lasst|lass|hort|hor) )|\| ((bitte|doch|jetzt|noch) )*(nicht(?! wahr)|nie|niemals|auf keinen fall)( |$)/u,
    reports:
      /(^| )(nicht|nie|niemals|niemand|kein|keine|keiner)( dass (ich|wir))?( (?!(ich|wir) )\p{L}+){0,3} (sage|sagen|sagte|sagten|gesagt|meine|meinen|meinte|meinten|gemeint|gebeten|verlangt)( |$)|(^| )(sag|sage|sagen|sagte|sagten|mein|meine|meinen|meinte|meinten)( (?!(ich|wir) )\p{L}+){0,2} (nicht|nie|niemals)( |$)|^((nein|nee|hallo)( \|)? )*(hab|habe|haben|sagte|will|wollte|wollen|soll) (ich|wir)(?! doch )( |$)/u,
    unless:
      /\| (heute|morgen|vor|nach|bis|spater|so|um|am|zu) |\| (heute|morgen|spater)$|(^| )(heute|morgen|spater|abends|mittags|nachts|warum|wieso|weshalb|(vor|nach|ab|bis|um|zwischen) \d.*) (.* )?\|/,
  },
  live: [
    [
      "DATETIME",
      /(wie spät|wie viel uhr|wieviel uhr) (ist|haben) (es|wir)( denn)?|wie spät es ist|wie viel uhr es ist/u,
    ],
    ["DATETIME", /(welcher tag|welches datum|der wievielte) (ist|haben wir)( heute| es)?|welchen tag haben wir/u],
    [
      "DATETIME",
      /(die )?(genaue |aktuelle )?(uhrzeit|datum)|(was|welches) (ist )?(heute )?(für ein tag|das datum)( heute)?/u,
    ],
    ["WEATHER", /wie (ist|wird|war) das wetter( so)?|wie das wetter ist|das wetter/u],
    [
      "WEATHER",
      /wie (warm|kalt|heiß|windig|feucht) ist es|wie viel grad (ist|sind|haben) (es|wir)|regnet es|schneit es/u,
    ],
    ["STATUS", /(welche|wie viele) (timer|rückrufe) (habe ich|laufen|sind (gestellt|aktiv|offen))( noch)?/u],
    ["STATUS", /(habe ich|gibt es) (noch )?(einen |irgendwelche |offene )*(timer|rückruf|rückrufe)/u],
    ["STATUS", /wie lange (läuft|dauert|geht) (der|mein) timer( noch)?|wie viel zeit (ist|habe ich) noch/u],
  ],
};
