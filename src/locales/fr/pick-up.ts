import type { PickUpWords } from "../locale.js";

/** What assistants that answer for someone call themselves, and people do not. */
const ASSISTANT = /assistante? (virtuel|vocal|automatique|numérique)|par un( \p{L}+)? assistant/u;
/** When to speak. */
const BEEP = /(après|au)( \p{L}+){0,2} (bip|signal|tonalité)/u;

export const PICK_UP: PickUpWords = {
  screener: [
    ASSISTANT,
    /(dites|indiquez|indiquer|donnez|donner|énoncez|dire)( \p{L}+){0,3} nom( \p{L}+){0,4} (raison|motif|objet|pourquoi)/u,
    /qui vous êtes et (pourquoi|le motif|la raison)|nom et (le |la |du )?(motif|raison|objet)|(si|que) (cette|la) personne est/u,
    /(service|application) de filtrage|appel est (en cours de )?filtr|avant de vous (mettre en relation|transférer|connecter)/u,
  ],
  machine: [
    /répondeur|messagerie|en dérangement|est éteint|boîte vocale|message vocal/u,
    /(laissez|laisser|laisse|laissez nous|enregistrez)( \p{L}+){0,5} (message|coordonnées|nom|numéro)/u,
    BEEP,
    /ne (suis|sommes|peux|pouvons)( \p{L}+){0,4} (disponible|disponibles|répondre|joignable|prendre votre appel|vous répondre)/u,
    /correspondant( \p{L}+){0,5} (pas|indisponible|joignable)|(n est|est) (pas|plus) (attribué|en service|joignable)|(veuillez )?(consulter l annuaire|rappeler ultérieurement)|consulter l annuaire|appel ne peut/u,
    /je ne suis pas là|nous ne sommes pas là|(rappellerai|rappellerons|recontacterai) (dès|au plus)|et je vous rappelle$/u,
    /(bureaux|cabinet|magasin|agence|services|secrétariat)( \p{L}+){0,4} (fermé|fermés|ouvert|ouverts)|horaires d ouverture|ouverte?s? (du|de|tous)/u,
    /(tu sais|vous savez) (quoi faire|ce qu)/u,
  ],
  absent: [
    /(ne peut|pas)( \p{L}+){0,4} (disponible|disponibles|répondre|joignable|prendre votre appel|vous répondre)/u,
  ],
  titled: /(^| )(monsieur|madame|mademoiselle|docteur|maître) \p{L}+/u,
  menu: [
    /(tapez|appuyez|faites|composez)( \p{L}+){0,4} (\d|zéro|un|deux|trois|quatre|cinq|six|sept|huit|neuf|dièse|étoile)/u,
    /(conseillers|opérateurs|collaborateurs|lignes)( \p{L}+){0,4} (ligne|occupé|occupés|occupées|communication)|veuillez patienter (nous|votre|un conseiller)|ne quittez pas nous|votre appel est important/u,
    /temps d attente|temps de patience|(merci de|pour) votre patience|si vous( \p{L}+){0,4} dites|conseiller( \p{L}+){0,3} (prendre|répondre|répondra)|(prendre|prendra) votre appel|(allez|serez)( \p{L}+){0,2} (mis|mise) en relation/u,
    /(appel|conversation|communication)( \p{L}+){0,4} enregistré|en quelques mots|menu principal|(dites|prononcez) oui/u,
  ],
  human: [
    /(que|qu est ce que|comment) (puis je|je peux|pouvons nous)|à votre (écoute|service)|je vous écoute|à l appareil$|au téléphone$/u,
    /(je (te|vous)|peux|peut) (rappelle|rappeler|rappellerai plus tard)|je suis (au volant|à vous|là|occupé|en réunion)|j étais|excusez moi|excuse moi/u,
    /(un|une) (instant|moment|seconde|minute)|(bonjour|bonsoir|salut|allô|allo|oui)$/u,
    /^(allô|allo|oui|bonjour)( \p{L}+){0,4}$/u,
  ],
  asksWho: [
    /qui est (à l appareil|ce|là|au)|de la part de qui|c est qui|qui êtes vous|à qui (ai je|j ai)|qui me (parle|demande)/u,
  ],
  itself: [ASSISTANT, BEEP, /(sur|est) (le répondeur|la messagerie|la boîte vocale)/u],
  answersFor: [
    /(^| )(il|elle) (n est pas|est|ne peut pas)( \p{L}+){0,3} (là|ici|joignable|disponible|absente?|sortie?|occupée?|réunion|prendre|venir|répondre)( |$)/u,
    /voulez vous( \p{L}+)? (laisser|que je)/u,

    /(prendre|prenne|noter) (un|le|votre) message|(je|puis je|peux)( \p{L}+){0,2} (lui dire|lui transmettre|transmettre)|quel est( \p{L}+){0,2} (nom|motif|objet)/u,
  ],
  announcing:
    /^(message|bip|signal|sonore|messagerie|répondeur|correspondant|numéro|attribué|disponible|joignable|laissez|tapez|touche|étoile|dièse|menu|attente|patienter|conseillers?|fermée?s?|ouverte?s?|horaires|ultérieurement|composé|demandez|enregistrée?|occupée?s?|lignes?|compte|crédit|solde|forfait|rechargez|connexion|réseau|poste|transfert|transféré|répond|ligne|bureaux?|ouvre|ouverture|clients?|services?|informations?|internet|site|application|mail|www|adresse|déménagé|billets?|tarifs?|guichet|rendez|urgences?|congés|vacances|fériés|équipe|département|offres?|produits?|commandes?|livraison|réservations?|heures?|jusqu|veuillez|prenez|visitez|consultez|retrouvez|demandé|notre|nos|votre|vos|abonné|appels|recevoir|restreint\p{L}*|panne|coupure|techniciens|actuellement|visiteurs|choisi|personne|suivant|retours)$/u,
  personal: /^(je|j|moi|mon|ma|me|m|il|elle|lui|on|qui|quoi|quel|quelle|oui|non|ah|euh|attends|attendez|dis)$/u,
};
