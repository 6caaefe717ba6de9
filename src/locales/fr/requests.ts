import type { Requests } from "../locale.js";

const KIND =
  "(un |une |à |avec |vrai |vraie |véritable )*(humain|humaine|être humain|personne|robot|machine|ordinateur|bot|chatbot|intelligence artificielle|ia|programme|enregistrement|répondeur|assistant|voix|chatgpt|siri|alexa)( de synthèse| synthétique| artificielle| enregistrée| réel| réelle| humain| humaine| automatique)?";

export const REQUESTS: Requests = {
  whetherPerson: [
    new RegExp(`(est ce que |c est que )?(vous êtes|tu es|êtes vous|es tu) (vraiment )?${KIND}( ou ${KIND})?`, "u"),
    /(vous êtes|tu es|êtes vous|es tu) (réel|réelle|vrai|humain|humaine)/u,
    new RegExp(
      `(est ce que )?(je parle|je suis en train de parler|suis je en train de parler|parlé je|parle je) (bien )?${KIND}( ou ${KIND})?`,
      "u",
    ),
    new RegExp(`(vous êtes|tu es) (bien |quand même |juste )?${KIND} (non|hein|n est ce pas|pas vrai|ou quoi)`, "u"),
    /(vous n êtes|tu n es) pas (un |une )?(vrai |vraie )?(humain|humaine|personne)( si| hein| non)?/u,
    /(est ce qu )?(il y a|y a t il|y a) (un |une )?(vrai |vraie )?(humain|être humain|personne humaine)( là| au bout du fil| en ligne| au téléphone)?/u,
    new RegExp(`(est ce que )?(c est|est ce|suis je en ligne avec) ${KIND}( ou ${KIND})?`, "u"),
  ],
  speaking: [
    "(?:est ce que )?(?:vous parlez|parlez vous|tu parles|parles tu|pouvez vous parler|peux tu parler|pourriez vous parler|on peut parler|peut on parler|pouvons nous parler|on peut continuer|vous pouvez parler)(?: aussi)?(?: en)? {language}",
    "(?:est ce que )?(?:je peux|je pourrais|puis je|on peut|on pourrait|peut on|nous pouvons) (?:vous )?(?:parler|faire (?:ça|cela)|continuer)(?: avec vous)?(?: en)? {language}",
    "(?:parlez|parle|parlons|continuons)(?: moi)?(?: en)? {language}",
    "(?:je voudrais|j aimerais|je veux|je préfère|je préférerais)(?: (?:parler|continuer|poursuivre)(?: en)?| en) {language}",
    "en {language} s il (?:vous|te) plaît",
  ],
  naming: [
    "(?:je voudrais|j aimerais|je veux|je préfère|je préférerais) {language}",
    "{language} s il (?:vous|te) plaît",
  ],
  denial: "non",
  before:
    "(?:bonjour|bonsoir|allô|allo|salut|euh|et|alors|oui|bon|bien|attendez|attends|un instant|d accord|ok|mais|donc|mon \\p{L}+ (?:est|n est pas) (?:très |trop |bien )?(?:mauvais|bon)|je (?:ne )?parle pas (?:bien |très bien )?\\p{L}+|pardon|excusez moi|excuse moi|s il vous plaît|s il te plaît|dites moi|dis moi|une question|pouvez vous me dire|peux tu me dire|savez vous|sais tu|je voudrais savoir|j aimerais savoir|maintenant)",
  after:
    "(?:s il vous plaît|avec vous|s il te plaît|maintenant|en ce moment|aujourd hui|merci|exactement|ici|là|dehors|en fait|au juste|alors)",
  unwanted: {
    aside:
      "me m moi nous s il vous te plaît jamais à ce le ces vos votre la les de donc je vous en tout suite aussi ici",
    negations: "ne n pas jamais",
    denies:
      /(^| )(ne|n)( (me|m|nous))* \||(^| )(pas|jamais)( (besoin|demande|envie|vous|me|m|nous|que|qu|on|de|d))* (de|d|que|qu|vous|on)( (me|m|nous))* \||(^| )(pas|jamais) \| (arreter|cesser) /,
    reports:
      /(^| )(ne|n|pas|jamais|personne)( que (je|j|nous))?( (?!(je|j|nous) )\p{L}+){0,3} (dis|dit|disais|disait|dire|demande|demandais|demander)( |$)|(^| )(dis|dit|disais|demande|demandais)( \p{L}+)? (pas|jamais)( |$)|(^| )est ce que (je|j|nous|on)( |$)|(^| )(ai|avons|dis|demande) (je|nous)( |$)/u,
    unless:
      /\| (a (cette|ces|cet|midi|\d.*)|avant|apres|plus tard|tard|tot|le (matin|soir|midi|week)|aujourd ?hui|demain|sur (le|mon)|docteur|que|qu)( |$)|(^| )(vous( ne)?|(pourquoi|aujourd ?hui|voudrais|apres \d.*|avant \d.*)( .*)?) \|/,
  },
  live: [
    ["DATETIME", /(quelle heure (est il|il est)|il est quelle heure|l heure( exacte)?)/u],
    [
      "DATETIME",
      /(quel jour|le combien|quelle date) (sommes nous|on est|est on|est ce|c est)|on est quel jour|on est le combien|la date( d aujourd hui)?/u,
    ],
    ["WEATHER", /quel temps (fait il|il fait)|il fait quel temps|(quelle est )?la météo|comment est le temps/u],
    [
      "WEATHER",
      /(quelle température|combien de degrés) (fait il|il fait)|(est ce qu )?il pleut|pleut il|il fait (froid|chaud)/u,
    ],
    ["STATUS", /(quels|combien de) (minuteurs|rappels) (ai je|j ai|y a t il|il y a)( en cours)?/u],
    ["STATUS", /(est ce que )?(j ai|ai je) (un |des |encore |encore un )?(minuteurs?|rappels?)( en cours)?/u],
    ["STATUS", /combien de temps (reste t il|il reste)( sur le minuteur)?|il reste combien de temps/u],
  ],
};
