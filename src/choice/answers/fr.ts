import type { SpokenAnswers } from "../spoken-answers.js";

export const FR: SpokenAnswers = {
  hesitation: `euh|heu|hum|hm|hmm|ben|bah|alors|eh bien|ah|oh|bonne question|comment dire|disons|bon|enfin|donc|en fait|
    tu sais|vous savez|zut|mince|oh là là|mon dieu|ouh|tiens|dites donc|bah ben|ah ben|oh ben|aïe`,
  waits: `voyons|voyons voir|attendez|attends|un instant|un moment|une seconde|une minute|un petit instant|
    un petit moment|deux secondes|deux minutes|un instant s il vous plaît|un moment s il vous plaît|
    attendez un instant|attendez une seconde|attendez un peu|attendez un moment|laissez moi réfléchir|
    laisse moi réfléchir|je réfléchis|il faut que je réfléchisse|il faut voir|je vais voir|on verra|
    je dois réfléchir|ne quittez pas|patientez|pas si vite|doucement`,
  greets: `bonjour|bonsoir|allô|salut`,
  listens: `j écoute|je vous écoute`,
  degree: `mal|à peine|à moitié|de travers|peu|très peu|moitié|vaguement`,
  asksLast: `qui`,
  identifies: `c est moi|c est bien moi|c est moi même|moi même|lui même|elle même|c est lui|c est elle|
    c est lui même|c est elle même|à l appareil|je suis à l appareil|je suis là|je suis ici|en personne`,
  invites: `dites|dites moi|dites moi tout|dis moi|allez y|vas y|parlez|continuez|poursuivez|racontez|
    je vous en prie dites`,
  courtesy: `s il vous plaît|s il te plaît|svp|merci|merci beaucoup|merci bien|pardon|excusez moi|je suis désolé|
    je suis désolée|désolé|désolée|madame|monsieur|mademoiselle|au revoir|je vous en prie|simplement|juste|
    plutôt|vraiment|y|en|dieu merci|heureusement|malheureusement|hélas|mon ami|mon vieux|ma foi|
    bonne journée|bonne soirée|bonne nuit|bonne matinée|bon après midi|bonne fin de journée|à ce soir|
    à demain|à demain matin|à lundi|à bientôt|à tout à l heure|à plus tard|pour la première fois|
    pour la deuxième fois|pour la seconde fois`,
  carrier: `je|j|nous|moi|me|m|mon|ma|mes|notre|ce|c|ça|cela|c est|ce serait|ce sera|le|la|les|l|un|une|des|du|de|d|
    est|sont|suis|sera|serait|ai|avoir|veux|voudrais|aimerais|souhaite|souhaiterais|prends|prendrai|prendrais|prendre|
    choisis|choisir|choisirais|préfère|préférerais|dis|dirais|réponds|vais|peux|veut|avons|voulons|prenons|on|à|a|au|
    aux|pour|avec|dans|en|et|celui|celle|je pense|je crois|je dirais|ma réponse|réponse|choix|option|mettez|
    mettez moi|donnez moi|va pour|allons y pour|besoin|j ai besoin|faire|heures|heure|mieux|me convient|convient|
    certainement|appuie|qui|que|bien|lui|leur|vous|votre|vos|
    pouvoir|pourrai|un peu|suffit|il m en faut|il nous faut|serons|sommes|seul|seule`,
  idiom: `pas de problème|aucun problème|sans problème|pas de souci|aucun souci|sans souci|pourquoi pas|
    sans doute aucun|aucun doute|pas d inquiétude|il n y a pas de problème|y a pas de problème|de rien|
    pas mal|pas si mal|pas mal du tout`,
  assent: `oui|ouais|ouaip|mais oui`,
  denial: `non|nan|mais non`,
  affirms: `bien sûr|bien sûr que oui|certainement|absolument|tout à fait|volontiers|avec plaisir|
    avec grand plaisir|évidemment|je veux bien|bien entendu|je confirme|naturellement|carrément|et comment|
    exactement|exact|c est ça|c est exact|effectivement|vrai|c est vrai|c est fait|en effet`,
  agrees: `d accord|entendu|c est bon|c est d accord|parfait|très bien|bien|ok|okay|ça marche|ça va|ça me va|
    ça me convient|super|génial`,
  attends: `je viendrai|j y serai|je serai là|je serai présent|je serai présente|nous viendrons|nous serons là|
    on sera là`,
  misses: `je ne peux pas|je peux pas|nous ne pouvons pas|pas possible|ce n est pas possible|
    ça ne va pas être possible|ça va pas être possible|impossible|ça ne va pas|ça va pas|je ne viendrai pas|
    je viendrai pas|je ne serai pas là|je serai pas là|je ne viens pas|je viens pas`,
  promises: `je peux|je pourrai|on peut|nous pouvons|je viens`,
  declines: `pas du tout|jamais|absolument pas|certainement pas|bien sûr que non|hors de question|pas question|
    surtout pas|en aucun cas|je ne veux pas|je ne pense pas|pas intéressé|pas intéressée|ça ne m intéresse pas|
    je ne suis pas intéressé|je ne suis pas intéressée|je refuse|jamais de la vie|pas cette fois|je veux pas|
    que non|oh que non|pas le moins du monde`,
  hedges: `pas besoin|pas nécessaire|pas la peine|plutôt pas`,
  negation: `ne|n|pas|aucun|aucune|rien|personne|sans|ni|sauf|excepté|tout sauf|hormis|à part|plutôt que|au lieu de|
    contre|faux|refuse|déteste|moins|trop|guère`,
  contrast: `mais|cependant|pourtant|toutefois|sinon|quoique`,
  unsure: `pas sûr|pas sûre|je ne suis pas sûr|je ne suis pas sûre|je suis pas sûr|je suis pas sûre|pas certain|
    pas certaine|je ne suis pas certain|je ne suis pas certaine|je ne sais pas|je sais pas|j sais pas|
    sais pas|aucune idée|je n ai aucune idée|j ai aucune idée|peut être|possible|possiblement|probablement|
    sans doute|ça dépend|cela dépend|dépend|ou|ou bien|soit|les deux|n importe|n importe lequel|
    n importe laquelle|peu importe|ça m est égal|égal|pas vraiment|pas encore|je ne comprends pas|
    je comprends pas|j ai pas compris|je n ai pas compris|pas compris|pas seulement|si c est|si je|si on|
    si vous|si il|s il|si elle|si ça|si nous|si possible|à moins|espère|souhaitais|j aurais|aurais|aurait|
    pourrait|devrait|presque|quelque chose|autre|autres|autrement|oui et non|doute|je doute|hésite|j hésite|
    demi|demie|quart|après|avant|vers|bof|mouais|je ne dis pas non|je dis pas non|je n ai pas dit oui|
    j ai pas dit oui|je ne dis pas oui`,
  asks: `quoi|qu est ce que|qu est ce|est ce que|est ce qu|quel|quelle|quels|quelles|lequel|laquelle|comment|
    pourquoi|quand|où est|combien|vous dites|vous avez dit|vous voulez dire|répétez|répéter|pouvez vous|
    pourriez vous|vous êtes sûr|vous êtes sûre|êtes vous|avez vous|voulez vous|plaît il|c est quoi|
    c est à dire|c est qui|c est de la part de qui|de la part de qui|qui est ce|c est pour quoi|
    c est à quel sujet|à quel sujet|pour qui|vous êtes qui|c est de qui`,
  inverts: `est il|est elle|est ce|puis je|peut on|dois je|faut il|y a t il|sont ils|avez vous|êtes vous|a t il|
    a t elle|qui est|qui êtes|qui parle|qui appelle|qui m appelle|qui me demande|de qui|ai je`,
  requests: `puis je parler à|je peux parler à|pourrais je parler à|je voudrais parler à|
    puis je avoir|je peux avoir|est ce que je peux avoir|pourrais je avoir|je pourrais avoir|pouvez vous me mettre|
    puis je prendre|je peux prendre|pourriez vous me mettre`,
  place: `option|choix|réponse|possibilité|proposition`,
  key: `tapez|appuyez|faites|touche|la touche|appuie sur|appuyez sur|j appuie sur`,
  number: `numéro|le numéro|chiffre`,
};
