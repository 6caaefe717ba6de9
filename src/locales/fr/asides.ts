import type { Asides } from "../choice.js";

export const ASIDES: Asides = {
  always: [
    // Of someone else.
    /^(mon|ma|mes|notre|son|sa) (?!prefere|choix|favori|reponse)\p{L}+ (.* )?\*/u,
    /^(ma|mon|notre|votre) \* \p{L}+/u,
    /^(le|la|l|les) (?!meilleur|seul|mieux|reponse)\p{L}+ (est|a|va|veut|voulait|dit) (.* )?\*/u,
    /^(le|la|l|les|mon|ma|notre) \* (est|a|va|m a|ne)(?! (bien|mieux|parfait|tres))( |$)/u,
    /^(monsieur|madame|il|elle) (est|a|va|veut|voulait) (.* )?\*/u,
    /\* (c )?est (mon|ma|notre|l anniversaire)( |$)/u,
    // Of the calendar.
    /(^| )(aujourd ?hui|demain|hier) (c )?est \*/u,
    /(^| )il est (.* )?\*/u,
    /(^| )(anniversaire|ferie)( |$)/u,
    /(^| )(a partir de|a partir du|jusqu a|jusqu au|depuis) \*/u,
    // Of a call to come.
    /(^| )(dis|dirai|rappelle|rappellerai|appelle|appellerai|deciderai|parlerai|reparle|reparlera|verra|verrai) (.* )?\*/u,
    /(^| )(vous|te|en|nous) parle (.* )?\*/u,
    /\* (je|on) (vous |le |te |en |verrai|deciderai)(.* )?/u,
    /merci (beaucoup |bien )?(pour|de) (votre |la |le |l |les |vos )?\*/u,
    // Of hearing.
    /(^| )(ecoute|entends|entend|entendez)( |$)/u,
    /(^| )c est \* (moi|vous|ici|la|le|lui|elle)( |$)/u,
    // Of something that only has the same word.
    /(^| )\* (minute|question|seconde|probleme|chose|fille|soeur|voix)( |$)/u,
    /(^| )plus \*/u,
    /\* de (vos|ces|tout|ca)( |$)/u,
  ],
  ofSelf: [
    /(^| )(je suis|nous sommes(?! \*$)|on est(?! \*$)) (?!libre|disponible|pour |d accord|partant|sure? |certaine? )(.* )?\*/u,
    /\* (je suis|on est|nous sommes)( (?!libre|disponible)| *$)/u,
    /(^| )(j ai|j en ai|nous avons|on a) (?!besoin|envie|choisi|decide|opte)(.* )?\*/u,
    /\* (j ai|nous avons|on a)(?! (le temps|du temps|envie|besoin|rien))( |$)/u,
    /(^| )(je|j|nous|on) (travaille|travaillons|vote|habite|attends|pars|viens de|parle|sors) (.* )?\*/u,
    /\* (je|on|nous) (travaille|pars|travaillons)( |$)/u,
  ],
  asksOfSelf:
    /(^| )(etes vous|es tu|avez vous|as tu|comment (allez|vas)|sentez|qui (est|etes|parle)|travaillez|habitez|parlez)( |$)/u,
  introduces: /\* a l appareil$|(^| )(je m appelle|mon nom est) (.* )?\*/u,
  saysWho: /^(ici|c est) \*( |$)|\* ici$/u,
  asksWho: /(^| )(qui)( |$)/u,
  past: /(^| )(etait|etais|avais|avait|ete|avions|fut|voulais|voulait|ai du|#0 fois|semaine #0|perdu|paye|hier|dormi)( |$)/u,
  asksPast: /(^| )(etait|etiez|aviez|ete|#0|passe|arrive|quand (etes|avez))( |$)/u,
  unfinished: /(^| )(le|les|un|une|des|du|de|d|l|c|j|pour|avec|dans|au|aux|que|mon|ma|mes|parce|c est la)$/u,
};
