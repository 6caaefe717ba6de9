/**
 * Rules about the sentences of a language. Words are separated by blanks, and phrases by bars, as `spokenWords` writes
 * them.
 */
export interface CompletenessRules {
  /** Words that never end a sentence: articles, prepositions, conjunctions, possessives and hesitations. */
  readonly goesOn: string;
  /** Words that sometimes end a sentence: they count only if no punctuation marks the end. */
  readonly mayGoOn: string;
  /** Patterns of unfinished text, matched at its end: something has to follow, whatever the last word. */
  readonly begins: readonly RegExp[];
  /** Digits, because numbers are spoken one digit at a time. */
  readonly digits: string;
  /** Answers, commands and farewells that are complete by themselves. */
  readonly whole: string;
  /** Words and phrases with which people close, after other words. */
  readonly closes: string;
  /** Complete endings whose last words suggest otherwise: "where are you from", "no we haven't". */
  readonly ends?: readonly RegExp[];
  /** Words that may precede a sentence without being part of it. */
  readonly fillers: string;
  /** Beginnings of questions: a pattern matched at the start, after the fillers. */
  readonly asks: RegExp;
  /** Beginnings of commands, and of wishes used as commands. */
  readonly orders: RegExp;
  /**
   * Endings of questions and commands that say when, where or with whom: a pattern matched at the end, after a blank.
   */
  readonly adjunct: RegExp;
}

/**
 * Rules by language code. docs/conversation.md says how often they are wrong on sentences that they were not made from.
 */
export const COMPLETENESS_RULES: Readonly<Record<string, CompletenessRules>> = {
  en: {
    goesOn: `a an the my your our their every each another to of for from with without at by about into onto between during
      than as and or but so because if when while where which who whose whether um uh er erm except including mr mrs ms
      dot dash slash via plus minus unless although though whoever whatever whichever basically somewhere sometime`,
    mayGoOn: `his some any no in on over under after before until since is are was were am be been being will
      would can could shall should may might must do does did have has had want wants need needs i we they he she its
      very really quite what how not just more much many other m d ll ve re s t don isn doesn didn got one two called named around near possibly maybe probably`,
    begins: [
      /\b(like|want|need|have|going|trying|able) to \w+$/,
      /\b(can|could|would|will) you (please|tell|give|send|show|book|make|put|find|check|explain|add|change|connect|transfer|bring|set)( me)?$/,
      /\b(wondering|know|tell me|ask|say|said|think|believe|hope|is|was) (if|whether|that|about|what|how|when|where|why)$/,
      /^(?!.*\b(what|how|who|where|when|which|whose)\b.* (is|was|are) (it|this|that|these|those)$).*\b(do|does|did|can|could|will|would|are|is|was|were|have|has|had|should|and|but|or|if|because|when|that|so) (you|it|this|that|these|those)$/,
      /\b((can|could|may|would|will) \w+( also| just)?|and|or|but) please$/,
      /(^|\b(is|are|was|were|s|be|been|and|but|or|if|because|when|that|so) )there$/,
      /(^|\b(d|would|something|anything|s|was|just|feel|feels|sounds|and|it was) )like$/,
      /^(\w+ )?(well|this|that|you|it)$/,
      /\b(chance|possible|sure|sorry|afraid|glad|worried|fact|problem|thing|reason|point|idea|now|given|hope|hoping|him|her|them|me|you|us|know|knew|noticed|see|saw|seems|means|told|heard|told \w+) that$/,
      // A subject without its verb yet, or an adjective without its noun.
      /\b(does|do|did|will|can|could) (the|my|your|our|this|these|those) \w+ (from|to|of|for|in|at|on|with) ((the|a|an|my|your) )?\w+$/,
      /^(\w+ )?(is|are|was|were) (the|my|your|our) \w+ (from|to|of|with) ((the|a|an|my|your) )?\w+$/,
      /\b(is|are|does|do|did|has|have|will|can) (the|a|an|my|your|our) \w+ (that|which|who) \w+( (at|on|in|from|to|for) ((the|a|an|my|your) )?\w+)?$/,
      /\b(the|a|an|my|your|our|his|her|their|this|these|those|another|any|some) (next|last|new|old|little|main|big|small|whole|own|local|usual|current|full|different|other|certain|particular)$/,
      /\b(hang|hold) on$|\b(let me|i m trying to) (think|see|remember|look|check)$|\byou (see|know)$|\bi mean$/,
    ],
    digits: "zero oh one two three four five six seven eight nine double",
    whole: `how are you|who are you|where are you|who is this|what is this|what is that|how much is it|how much is that|
      what time is it|are you there|are you open|yes|no|yeah|yep|nope|yes please|no thanks|no thank you|yes thank you|
      yes that s right|that s right|that s correct|correct|exactly|thanks|thank you|thank you very much|thanks a lot|bye|bye bye|goodbye|good bye|
      see you|that s all|that is all|that s it|that will be all|nothing else|never mind|stop|wait|cancel|repeat|help|
      again|say that again|hang up|i don t know|i do not know|no idea|of course|not now|not today|not yet|maybe later|
      operator|who is that|who was that|what was that|where is it|when is it|what is it|why is that|is that it|is that all|
      is that right|what do i do|what should i do|what can i do|what did you say|what do you mean|what happened|
      can you hear me|who s calling|either|both|neither|none|whenever`,
    closes: `thanks|thank you|goodbye|as soon as possible|as soon as you can|the week after|the day after|the year before|bye|again|right now|instead|at all|o clock|right away|in total|please`,
    ends: [
      // A preposition whose object is the question word. "What time is it in" and "what are you going to" are incomplete.
      /\bwhere\b.* (you|it|he|she|they|this|that|come|coming|calling) from$/,
      /\b(what|who|whose|which|that)\b( \w+){0,4} (it|this|that|you|they|we|he|she|i) (for|about|with)$/,
      /\b(what|who|whose|which|that)\b( \w+){0,6} (speaking|talking|writing|listening) (to|with|about)$/,
      /\b(what|which|whose) name\b.* under$|\b(that|which) (i|we) (m|am|re|are) (aware|sure) of$/,
      // A tag after a sentence.
      /^(?!(why|if|what|how|when|where)\b)(\w+ ){3,}(isn|aren|wasn|weren|don|doesn|didn|can|couldn|won|wouldn|haven|hasn) t (it|you|they|we|he|she|there)$/,
      /^(?!(\w+ )?(if|why)\b).*\w(n t| not| never)\b.* (do|does|did|is|are|can|will|have|has) (it|you|they|we|he|she|there)$/,
      // An answer that repeats only the verb of the question.
      /^(yes|yeah|yep|no|nope) (i|we|you|it|they|he|she|that|there) ((s|m|re) not|(am|is|are|was|were|do|does|did|can|could|will|would|have|has|had)( not)?|(don|doesn|didn|isn|aren|wasn|weren|can|couldn|won|wouldn|haven|hasn) t)$/,
      /^((no|yes|well) )?(i (think|hope|guess|suppose|believe|do) so|i don t (think|suppose|believe) so|i m (afraid|sure|sorry) (not|so)|not (really|at all|that i know))$/,
      // A date of birth: its year is not a sequence of digits.
      /\b(january|february|march|april|may|june|july|august|september|october|november|december)( the \w+)? (nineteen|twenty|two thousand)( and)? \w+( (one|two|three|four|five|six|seven|eight|nine))?$/,
    ],
    fillers: "um uh er so and well okay ok yeah yes no hi hello sorry but also oh then just please",
    asks: /^(what|when|where|why|how|which|who|whose|is|are|am|was|were|do|does|did|don|can|could|will|would|should|shall|may|has|have|any) \S+ /,
    orders:
      /^(set|cancel|call|ring|remind|wake|tell|give|read|text|send|email|stop|play|add|book|order|move|make|get|let|put|take|transfer|connect|turn|switch|open|close|check|find|show|start|delete|remove|change|hold|leave|repeat|ask|schedule|forget|help|bring|pick|reserve|pause|skip|note|write|look|can you|could you|would you|will you|i d like|i would like|we d like|we would like|i want to|i need to|i m calling to) \S+ /,
    adjunct:
      / (today|tonight|tomorrow|yesterday|now|here|over there|again|nearby|soon|later|already|yet|still|online|abroad|anymore|instead|too|either|together|somewhere else|(mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?|o clock|noon|midnight|(minute|hour|day|week|month|year)s?|morning|afternoon|evening|please|(in|on|at|by|before|after|until|from|for|with|without|near|during|over|under|behind|opposite|inside|outside|per|into|about)( \S+){1,3}|to (the|a|an|my|your|our|his|her|this|that|these|those)( \S+){1,2})$/,
  },
  de: {
    goesOn: `der die das den dem des ein eine einen einem einer eines mein meine meinen meiner dein deine seine unser
      unsere kein keine keinen zu von für mit ohne bei im am zum zur zwischen bis seit als wie und oder aber weil dass
      wenn ob während welche welcher welches äh ähm also`,
    mayGoOn: `in an auf um aus nach vor über unter ist sind war waren bin wird werden würde kann könnte soll sollte
      muss darf möchte will hat habe haben hätte ich wir sie er es man ihr ihre ihren sehr ganz wo was wann warum
      nicht noch nur dann da diese dieser dieses diesen so mal`,
    begins: [
      /\b(ich (möchte|würde|wollte|will)|können sie|könnten sie)( \p{L}+)?$/u,
      /\b(hätte|würde|möchte)n?( \p{L}+)? gerne?$/u,
      /^(\p{L}+ )?(\p{L}+st|und|ob|dass|wenn|wie|was) du$/u,
    ],
    digits: "null eins ein zwei zwo drei vier fünf sechs sieben acht neun",
    whole: `wie spät ist es|wie viel uhr ist es|ja|nein|doch|ja bitte|nein danke|ja danke|ja genau|genau|richtig|stimmt|korrekt|danke|danke schön|
      vielen dank|danke sehr|tschüss|auf wiederhören|auf wiedersehen|stopp|stop|halt|abbrechen|noch einmal|noch mal|
      nochmal|wie bitte|hilfe|weiß ich nicht|das weiß ich nicht|keine ahnung|das ist alles|das war alles|das war s|
      sonst nichts|vergessen sie es|auflegen|natürlich`,
    closes: `danke|vielen dank|danke schön|tschüss|auf wiederhören|noch einmal|nochmal|uhr|sofort`,
    fillers: "äh ähm und ja nein also okay hallo entschuldigung dann aber bitte",
    asks: /^((an|ab|bis|für|in|mit|seit|um|von|zu) )?(was|wann|wo|warum|wie|wer|wen|wem|welche[mnrs]?|wieso|weshalb|wohin|woher|wieviel|ist|sind|war|haben|hätten|hat|können|kann|könnten|gibt|darf|dürfen|muss|müssen|machen|geht|wird|werden|soll|sollen|wollen|würden|brauche|bekomme|fahren|liefern|nehmen|bieten|kommt|kommen|steht) \S+ /,
    orders:
      /^(ich (möchte|will|würde|hätte|muss|brauche)|(stell|erinner|ruf|sag|schick|gib|buch|mach|spiel|lies|weck|stopp|verbinde|reservier|bestell)(e|en sie|n sie)?) \S+ /,
    adjunct:
      / (\p{L}{3,}(en|ern|eln)|(ge|be|ver|er|ent)\p{L}{3,}t|heute|morgen|übermorgen|gestern|jetzt|hier|dort|wieder|noch|schon|bald|später|online|(mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|wochenende|minuten|stunden?|tage|wochen?|früh|mittag|abend|bitte|(in|im|am|um|bei|beim|bis|vor|nach|ab|seit|für|mit|ohne|über|auf|zum|zur)( \S+){1,3})$/u,
  },
  fr: {
    goesOn: `le les un une des du de d l à au aux ce cet cette ces mon ma mes ton ta tes ses notre votre vos leur leurs pour
      avec sans chez dans sur sous entre et ou mais donc parce que qu si quand qui dont euh heu comme par vers`,
    mayGoOn: `la son sa après avant depuis où est sont était suis sera serait ai as a avons avez ont peux peut
      pourrais pourriez pouvez veux veut voudrais dois doit je j il elle on ils elles très plus moins bien ne n se s
      me m te t y en quel quelle quels quelles pas c quoi deux`,
    begins: [
      /\b(que|si|et si|quand) (tu|vous|nous)$/u,
      /^(tu|vous|nous)$/u,
      /\b(je (voudrais|veux|peux|dois|souhaite)|pouvez vous|pourriez vous|est ce que|j aimerais)( \p{L}+)?$/u,
    ],
    digits: "zéro un deux trois quatre cinq six sept huit neuf",
    whole: `quelle heure est il|oui|non|ouais|oui merci|non merci|oui s il vous plaît|exactement|c est ça|merci|merci beaucoup|merci bien|
      au revoir|bonne journée|stop|attendez|arrêtez|annuler|annulez|répétez|aide|je ne sais pas|je sais pas|
      aucune idée|c est tout|rien d autre|ce sera tout|laissez tomber|bien sûr|raccrochez`,
    closes: `merci|s il vous plaît|au revoir|heures|maintenant|encore une fois|tout de suite`,
    fillers: "euh heu ben oui non alors et mais bonjour allô pardon donc bon d accord okay",
    asks: /^(combien|pourquoi|comment|quand|où|quel|quelle|quels|quelles|qui|que|qu|est ce que|avez vous|pouvez vous|êtes vous|y a t) \S+ /,
    orders:
      /^(je (voudrais|veux|souhaite|souhaiterais|dois|aimerais)|j aimerais|mettez|donnez|dites|envoyez|rappelez|réservez|annulez|réveillez|passez|lisez|jouez|appelez) \S+ /,
    adjunct:
      / (aujourd hui|demain|hier|maintenant|ici|là|encore|déjà|bientôt|(lun|mar|mercre|jeu|vendre|same)dis?|dimanches?|heures?|minutes?|jours?|semaines?|matin|midi|soir|nuit|(à|au|aux|dans|en|pour|avec|sans|chez|avant|après|vers)( \S+){1,3})$/,
  },
  es: {
    goesOn: `el los las un una unos unas de del a al mi mis tu tus su sus nuestro nuestra para por con sin en entre desde hasta
      y e o u pero porque que si cuando eh este cada como sobre cuyo según`,
    mayGoOn: `la lo antes después donde es son era soy está están estoy hay será puedo puede podría quiero quiere
      quisiera debo tengo tiene yo él ella nosotros usted muy más menos no se me te le les nos ha he qué cuál cuándo
      cómo ese esa estos estas dos`,
    begins: [/^(\p{L}+ )?(quiero|quisiera|quería|puedo|puede|podría|necesito|me gustaría|tengo que|voy a)( \p{L}+)?$/u],
    digits: "cero uno dos tres cuatro cinco seis siete ocho nueve",
    whole: `qué hora es|sí|no|sí por favor|no gracias|sí gracias|exacto|correcto|eso es|así es|gracias|muchas gracias|adiós|
      hasta luego|hasta mañana|pare|alto|espere|espera|cancelar|cancele|repita|repite|otra vez|ayuda|no sé|no lo sé|
      ni idea|eso es todo|nada más|es todo|olvídelo|por supuesto`,
    closes: `gracias|por favor|adiós|otra vez|de nuevo|ahora mismo`,
    fillers: "eh este pues sí no bueno y pero hola oiga mire perdone entonces vale",
    asks: /^(qué|cuál|cuáles|cuándo|cuánto|cuánta|cuántos|cuántas|dónde|adónde|cómo|quién|quiénes|por qué|a qué|de qué) \S+ /,
    orders:
      /^((quiero|quisiera|quería|necesito|me gustaría|tengo que) \S+|ponga|ponme|deme|dame|dígame|dime|mande|envíe|llame|reserve|cancele|despiérteme|recuérdeme|pase|lea) \S+ /,
    adjunct:
      / (hoy|mañana|ayer|ahora|aquí|allí|ya|todavía|pronto|(lunes|martes|miércoles|jueves|viernes|sábados?|domingos?)|horas?|minutos?|días?|semanas?|tarde|noche|(a|al|en|para|por|con|sin|desde|hasta|sobre)( \S+){1,3})$/,
  },
  it: {
    goesOn: `il lo gli i un uno una l di del dello della dei degli delle d a al allo alla ai agli alle da dal dalla con senza
      per in nel nella nei sul sulla tra fra e ed o oppure ma perché che se quando mentre come mio mia miei mie tuo tua suo sua
      nostro nostra vostro ogni questo questa quel quella ehm eh un' su`,
    mayGoOn: `la le è sono era sei siamo ho ha hai hanno abbiamo posso può potrei potrebbe vorrei voglio devo deve io
      lui lei noi voi loro non mi ti si ci vi ne molto più meno dove quale quali cosa c qualche dopo prima due`,
    begins: [/^(\p{L}+ )?(vorrei|voglio|posso|può|potrei|potrebbe|devo|ho bisogno|mi piacerebbe)( \p{L}+)?$/u],
    digits: "zero uno due tre quattro cinque sei sette otto nove",
    whole: `che ore sono|che ora è|sì|no|sì grazie|no grazie|sì per favore|esatto|giusto|corretto|grazie|grazie mille|arrivederci|
      buona giornata|stop|ferma|fermati|aspetti|aspetta|annulla|ripeta|ripeti|aiuto|non lo so|non so|nessuna idea|
      è tutto|basta così|nient altro|lasci perdere`,
    closes: `grazie|per favore|arrivederci|di nuovo|un altra volta|adesso|subito`,
    fillers: "ehm eh sì no allora e ma pronto buongiorno senta scusi bene okay",
    asks: /^(che|cosa|quando|quanto|quanta|quanti|quante|dove|come|chi|quale|quali|perché|a che|qual) \S+ /,
    orders:
      /^((vorrei|voglio|devo|mi piacerebbe|ho bisogno di) \S+|metta|metti|dia|dammi|dica|dimmi|mandi|chiami|prenoti|annulli|svegli|ricordami|mi (passi|svegli|ricordi|dica|mandi)) \S+ /,
    adjunct:
      / (oggi|domani|ieri|adesso|ora|qui|lì|ancora|già|presto|(lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica)|ore?|minuti|giorni?|settimane?|mattina|pomeriggio|sera|notte|(a|al|alla|alle|in|nel|nella|per|con|senza|da|dal|dalla|fino|su)( \S+){1,3})$/,
  },
  nl: {
    goesOn: `de het een mijn uw jouw zijn haar onze ons hun elke elk ieder geen van voor met zonder naar bij tot tussen
      tijdens dan als en of maar want omdat dat die wanneer terwijl welke welk eh ehm uh dus door`,
    mayGoOn: `in op aan om uit na over onder te is was waren ben bent wordt worden zou kan kunt kon moet mag wil wilt
      heeft heb hebben had ik u wij we zij ze hij er heel erg zeer niet nog ook dit deze wat waar wie hoe alsjeblieft
      graag twee`,
    begins: [
      /\b(ik (wil|zou|moet|kan|wou)|kunt u|kun je|zou u|wilt u)( \p{L}+)?$/u,
      /\b(en|of|als|dat|wat|hoe) (je|jij)$/u,
      /^(je|jij)$/u,
    ],
    digits: "nul een één twee drie vier vijf zes zeven acht negen",
    whole: `hoe laat is het|ja|nee|jawel|ja graag|nee dank je|nee bedankt|nee dank u|ja hoor|precies|klopt|dat klopt|juist|bedankt|
      dank u|dank je|dank u wel|dankjewel|hartelijk dank|doei|tot ziens|stop|wacht|annuleren|herhaal|nog een keer|
      wat zegt u|help|weet ik niet|dat weet ik niet|geen idee|dat is alles|dat was het|dat was alles|verder niets|
      laat maar|natuurlijk`,
    closes: `bedankt|dank u|dank je|alstublieft|dank u wel|tot ziens|uur|nog een keer|opnieuw|meteen|terug`,
    fillers: "eh ehm uh ja nee dus en maar hallo sorry oké dan",
    asks: /^(wat|wanneer|waar|waarom|hoe|wie|welke|welk|hoeveel|waarheen|is|zijn|heeft|hebt|hebben|kunt|kan|kun|mag|moet|gaat|wordt|bent|doet|zou) \S+ /,
    orders:
      /^(ik (wil|zou|moet|wou)|zet|geef|vertel|stuur|bel|reserveer|annuleer|wek|herinner|verbind|lees|speel) \S+ /,
    adjunct:
      / (vandaag|morgen|gisteren|nu|hier|daar|weer|nog|al|straks|(maan|dins|woens|donder|vrij|zater|zon)dag|uur|minuten|dagen|weken?|ochtend|middag|avond|(in|op|om|bij|tot|voor|na|met|zonder|naar|van|aan|over)( \S+){1,3})$/,
  },
  pt: {
    goesOn: `o os as um uma uns umas de do da dos das a ao à aos às em no na nos nas num numa por pelo pela para com sem entre
      desde até e ou mas porque que se quando enquanto como meu minha meus minhas teu tua seu sua nosso nossa cada eh sobre`,
    mayGoOn: `é são era sou está estão estou há será posso pode poderia podia quero quer queria gostaria devo tenho
      tem eu ele ela nós vocês muito mais menos não me te lhe onde qual quais esse essa este esta isto antes depois
      foi vai vou dois duas`,
    begins: [
      /\b(que|se|quando|e se) (você|tu)$/u,
      /^(você|tu)$/u,
      /^(\p{L}+ )?(quero|queria|gostaria|posso|pode|poderia|preciso|tenho que|vou)( \p{L}+)?$/u,
    ],
    digits: "zero um uma dois duas três quatro cinco seis meia sete oito nove",
    whole: `que horas são|sim|não|sim por favor|não obrigado|não obrigada|sim obrigado|exato|exatamente|isso mesmo|correto|obrigado|
      obrigada|muito obrigado|muito obrigada|adeus|tchau|até logo|até amanhã|pare|espere|espera|cancelar|cancele|
      repita|outra vez|de novo|ajuda|não sei|eu não sei|nem ideia|é tudo|é só isso|só isso|mais nada|deixe|
      com certeza`,
    closes: `obrigado|obrigada|por favor|adeus|tchau|outra vez|de novo|agora mesmo`,
    fillers: "eh bom sim não então e mas olá alô desculpe olhe okay",
    asks: /^(o que|que|qual|quais|quando|quanto|quanta|quantos|quantas|onde|aonde|como|quem|por que|porque|a que|será que) \S+ /,
    orders:
      /^((quero|queria|gostaria de|preciso de|tenho que) \S+|ponha|dê|diga|mande|envie|ligue|reserve|cancele|acorde|lembre|passe|leia|toque) \S+ /,
    adjunct:
      / (hoje|amanhã|ontem|agora|aqui|ali|já|ainda|cedo|(segunda|terça|quarta|quinta|sexta|sábado|domingo)|feira|horas?|minutos?|dias?|semanas?|manhã|tarde|noite|(a|à|ao|às|em|no|na|nos|nas|para|por|pelo|com|sem|até|desde)( \S+){1,3})$/,
  },
  pl: {
    goesOn: `w we z ze na do od o u po za przed nad pod przy dla bez między przez i a oraz lub albo ale bo ponieważ że żeby czy
      jeśli jeżeli gdy kiedy który która które których mój moja moje mojego twój swój nasz nasza każdy yyy eee hmm jak niż`,
    mayGoOn: `jest są był była było będzie być mogę może mógłbym mogłabym chcę chciałbym chciałabym muszę mam ma ja ty on ona my
      pan pani to ten ta te tej tego się nie bardzo też już jeszcze tylko co gdzie ile proszę mi ci mu bym jakiś jakieś jaki
      jaka dwa`,
    begins: [
      /^(\p{L}+ )?(chcę|chciałbym|chciałabym|mogę|mógłbym|mogłabym|może pan|może pani|muszę|proszę)( \p{L}+)?$/u,
    ],
    digits: "zero jeden dwa trzy cztery pięć sześć siedem osiem dziewięć",
    whole: `która jest godzina|która godzina|tak|nie|tak proszę|nie dziękuję|tak dziękuję|zgadza się|dokładnie|racja|dziękuję|dzięki|dziękuję bardzo|
      bardzo dziękuję|do widzenia|do usłyszenia|stop|czekaj|proszę czekać|anuluj|powtórz|proszę powtórzyć|jeszcze raz|
      pomocy|nie wiem|nie mam pojęcia|to wszystko|to tyle|nic więcej|nieważne|oczywiście`,
    closes: `dziękuję|dzięki|do widzenia|jeszcze raz|teraz|od razu`,
    fillers: "yyy eee hmm no tak nie to i a ale halo dzień dobry przepraszam więc",
    asks: /^(co|gdzie|kiedy|jak|ile|kto|kogo|dlaczego|czemu|który|która|które|jaki|jaka|jakie|czy|o której|za ile|po ile|skąd|dokąd) \S+ /,
    orders:
      /^((chcę|chciałbym|chciałabym|muszę|potrzebuję) \S+|ustaw|podaj|powiedz|wyślij|zadzwoń|zarezerwuj|odwołaj|obudź|przypomnij|połącz|przeczytaj) \S+ /,
    adjunct:
      / (dzisiaj|dziś|jutro|wczoraj|teraz|tutaj|tu|tam|znowu|jeszcze|już|(poniedziałek|wtorek|środę|czwartek|piątek|sobotę|niedzielę)|godzin|minut|dni|tygodni|rano|wieczorem|(w|we|na|do|od|z|ze|po|przed|przy|dla|bez|za|o)( \S+){1,3})$/,
  },
};
