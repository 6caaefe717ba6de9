/** Function of words in an answer to a question with a fixed set of options. */
export type WordUse =
  /** Fills a pause. Alone, it is not an answer yet. */
  | "hesitation"
  /** Polite words and greetings. */
  | "courtesy"
  /** Accompanies the answer and chooses nothing: "I would like … please", articles, pronouns. */
  | "carrier"
  /** Chooses and denies nothing, although it may contain a negation or a question: "no problem". */
  | "idiom"
  /** Means only "yes". */
  | "assent"
  /** Means only "no". */
  | "denial"
  /** Says "yes" in other words. */
  | "affirms"
  /** May say "yes", but may also mean that something was heard, or begin a sentence: "okay", "I have". */
  | "agrees"
  /** Says "no" in other words. */
  | "declines"
  /** Negates or excludes the words around it. */
  | "negation"
  /** Contrasts the next words with the previous ones. */
  | "contrast"
  /** Leaves the answer open: doubt, conditions, wishes. */
  | "unsure"
  /** Asks something. `inverts` does so only at the beginning of a clause. */
  | "asks"
  | "inverts"
  /** Asks for an option in the form of a question: "can I have …". */
  | "requests"
  /** Announces the number of a place in the list, of a key, or of either one. */
  | "place"
  | "key"
  | "number";

/** Phrases by their use, separated by bars. Longer phrases win. */
export type SpokenAnswers = Readonly<Record<WordUse, string>>;

const EN: SpokenAnswers = {
  hesitation: `um|umm|uh|uhh|uhm|er|erm|hm|hmm|mm|mmm|mhm|ah|oh|eh|huh|well|so|you know|let me think|let me see|
    let us see|let me think about it|let me think about that|let me have a think|i need to think|i have to think|
    hold on|hang on|hold on a second|hang on a second|hold on a minute|hang on a minute|one moment|
    one moment please|just a moment|a moment|wait|wait a second|wait a minute|wait a moment|one second|a second|
    just a second|one sec|just one second|one minute|just a minute|give me a second|give me a minute|
    give me a moment|good question|anyway|actually|i mean|how shall i put it|gosh|oh dear|oh my|oh my god|
    my goodness|goodness|goodness me|wow|ooh|ouch|blimey|right then|heavens`,
  courtesy: `please|thanks|thank you|thank you very much|thank you so much|thanks a lot|many thanks|cheers|sorry|
    pardon|excuse me|hello|hi|hey|hello there|hi there|good morning|good afternoon|good evening|sir|madam|maam|dear|
    kindly|bye|goodbye|good bye|at all|then|just|simply|only|really|indeed|thank god|thank goodness|god bless|
    i am sorry|i am so sorry|i am very sorry|i am really sorry|we are sorry|we are so sorry|we are very sorry|
    we are really sorry|afraid|i am afraid|unfortunately|regrettably|sadly|love|mate|darling|honey|pal|man`,
  carrier: `i|we|me|us|my|our|you|it|that|this|these|those|the|a|an|is|are|am|was|be|been|will|shall|would|do|does|
    can|have|has|to|of|for|with|on|in|at|by|and|as|i think|i believe|i would say|i will say|i say|i said|say|said|
    like|would like|love|prefer|rather|sooner|want|need|take|have|get|go|going|gonna|choose|choosing|pick|picking|
    select|selecting|opt|let us|make it|give|my answer|the answer|answer|choice|option|one|thing|works|it will be|
    that will be|that would be|would be|definitely|certainly|absolutely|clearly|oclock|one is|ones|let me|press|
    put me down for|put me down as|your|there|
    able|be able|able to|be able to|i have to|we have to`,
  idiom: `no problem|no worries|no trouble|not a problem|why not|i do not mind|do not mind|would not mind|
    do not worry|no need to worry|no doubt|no doubt about it|without a doubt|without doubt|no question`,
  assent: `yes|yeah|yea|yep|yup|yah|ya|aye|yes indeed`,
  denial: `no|nope|nah|naw`,
  affirms: `sure|sure thing|of course|of course i do|of course i will|absolutely|definitely|certainly|please do|
    by all means|i am in|i would love to|i would be happy to|gladly|with pleasure|you bet|count me in|
    for sure|most certainly|naturally|i will be there|i will come|i am coming|happy to|
    with the greatest of pleasure|too right|exactly|correct|that is right|that is correct|true|that is true|
    agreed|i agree`,
  agrees: `ok|okay|alright|all right|right|sounds good|that sounds good|sounds great|that sounds great|fine|good|
    great|perfect|lovely|excellent|that is fine|that is good|that is okay|that works|works for me|that works for me|
    i am|i have|i do|i will|i can|i would|we are|we have|we do|we will|we can|it is|it does|go ahead|
    i would like to|i would like that`,
  declines: `no way|absolutely not|definitely not|certainly not|of course not|not at all|never|by no means|rather not|
    i would rather not|i do not|i will not|i can not|i am not|i have not|i would not|we do not|we will not|we can not|
    we are not|it is not|it does not|i am afraid not|not interested|i am not interested|no chance|forget it|
    under no circumstances|i refuse|
    no can do|not on your life|i had rather not|not a chance|not this time|not today thanks|no fear|i am afraid i can not|i can not make it|unable to make it`,
  negation: `not|neither|nor|none|nothing|nobody|nowhere|without|except|except for|anything but|everything but|
    all but|any but|other than|apart from|instead of|rather than|hardly|barely|refuse|hate|dislike|reject|against|
    wrong|false|stop|avoid|exclude|skip|drop|leave out|deny|decline|unable|impossible|too|fail|failed|forgot|no more|
    no longer|less|out of|no one|cannot`,
  contrast: `but|however|although|though|yet|except that`,
  unsure: `not sure|i am not sure|not certain|not really|do not know|i do not know|i would not know|no idea|i have no idea|no clue|i have no clue|
    not only|maybe|perhaps|possibly|probably|might|may|could|could be|should|depends|it depends|depending|i guess|i suppose|guess|suppose|
    if|unless|whether|until|or|either|both|any|anything|whatever|whichever|whoever|do not care|i do not care|
    no preference|do not understand|i do not understand|unsure|uncertain|undecided|doubt|i doubt it|wish|hope|would have|
    could have|should have|might have|used to|almost|nearly|kind of|sort of|more or less|not yet|yes and no|
    forgotten|supposed to|i wonder|pretend|lie|lying|joking|kidding|all of them|all of the above|none of them|none of the above|
    everything|something|someone|somebody|another|different|else|half|quarter|past|after|before|since|already|
    i am good|i am fine|we are good|we are fine`,
  asks: `what|which|who|whom|whose|when|where|why|how|what about|how about|pardon me|come again|say again|repeat|
    can you repeat|could you repeat|do you mean|did you say|did you mean|you mean|are you sure`,
  inverts: `do you|does it|does that|did you|did i|did we|do i|do we|do they|are you|are there|are they|are we|is it|is there|is he|is she|
    is this|is that|was it|was that|were you|can you|can i|can we|could you|could i|could it|would you|would it|would that|
    will you|will it|will i|will there|should i|should we|shall i|shall we|may i|have you|have i|has it|has he|has she|am i|
    is the|are the|was the|does the|will the|can the`,
  requests: `can i have|could i have|may i have|can i get|could i get|can i take|could i take|can we have|could we have|can we get|
    could we get|could you give me|can you give me|would you give me|can you put me down for|could you put me down for|
    can i choose|could i choose|may i choose|may i take|can i please have|could i please have`,
  place: `option|options|choice|answer|possibility|alternative`,
  key: `press|key|button|push|i press|i will press`,
  number: `number|nr`,
};

const DE: SpokenAnswers = {
  hesitation: `äh|ähm|öh|öhm|ähem|hm|hmm|mhm|ah|ach|oh|na|naja|na ja|tja|also|nun|nun ja|mal überlegen|
    lass mich überlegen|lassen sie mich überlegen|ich muss überlegen|da muss ich überlegen|ich überlege|
    ich überlege noch|moment|einen moment|einen moment bitte|moment bitte|moment mal|augenblick|einen augenblick|
    sekunde|eine sekunde|warten sie|warte|warte mal|warten sie mal|warten sie bitte|gute frage|mal sehen|
    mal schauen|sagen wir mal|sozusagen|wissen sie|halt|ach herrje|herrje|oje|ach du lieber|mein gott|ach gott|
    oh gott|huch|aha|ui|puh|ach du meine güte`,
  courtesy: `bitte|danke|danke schön|dankeschön|danke sehr|vielen dank|besten dank|bitte schön|bitte sehr|gerne|gern|
    hallo|guten tag|guten morgen|guten abend|grüß gott|entschuldigung|entschuldigen sie|verzeihung|tut mir leid|sorry|
    leider|dann|einfach|mal|auf wiederhören|tschüss|so|schon|nur|gott sei dank|zum glück|
    bedauerlicherweise|mensch|mann|meine güte|sehr`,
  carrier: `ich|wir|mir|mich|uns|mein|meine|meinen|unser|es|das|dies|dieses|der|die|den|dem|des|ein|eine|einen|
    einem|einer|ist|sind|war|wird|wäre|bin|habe|hätte|haben|möchte|möchten|würde|würden|will|wollen|nehme|nehmen|
    nehm|wähle|wählen|sage|sagen|bevorzuge|kann|können|am|an|um|im|in|für|mit|zu|zum|zur|auf|von|bei|und|als|
    ich glaube|ich denke|ich meine|ich würde sagen|antwort|wahl|meine antwort|lieber|liebsten|am liebsten|besten|
    am besten|passt|mir passt|besser|geben|geben sie mir|gib mir|nehmen wir|machen wir|sein|werden|brauche|
    haben wollen|uhr|auf jeden fall|auf alle fälle|bestimmt|sicher|bitte die|wie gesagt|entscheide|entscheide mich|
    drücke|ihn|ihm|ihr|sie|ihnen|da|dass|können|kommen können|geht|schaffe|schaffen|hab`,
  idiom: `kein problem|überhaupt kein problem|keine ursache|warum nicht|wieso nicht|macht nichts|keine sorge|kein thema|
    keine frage|ohne zweifel|kein ding|nichts dagegen|habe nichts dagegen|ich habe nichts dagegen`,
  assent: `ja|jo|jep|jepp|jup|jupp|jau|joa|jawohl`,
  denial: `nein|nee|nö`,
  affirms: `klar|na klar|natürlich|na sicher|selbstverständlich|sehr gerne|sehr gern|auf jeden fall|unbedingt|
    freilich|geht klar|mache ich|mit vergnügen|ich bin dabei|bin dabei|ich werde da sein|
    ich werde kommen|logisch|na logo|aber sicher|aber klar|aber natürlich|aber gerne|und ob|genau|richtig|stimmt|
    das stimmt|einverstanden|jawoll`,
  agrees: `alles klar|sicher|gerne|gern|okay|ok|gut|in ordnung|passt|das passt|das geht|schön|prima|super|perfekt|
    habe ich|das habe ich|hab ich|das hab ich|will ich|möchte ich|ich komme|ich bin da|eben`,
  declines: `auf keinen fall|auf gar keinen fall|keinesfalls|keineswegs|niemals|bestimmt nicht|sicher nicht|
    natürlich nicht|lieber nicht|kein interesse|ich habe kein interesse|habe ich nicht|das habe ich nicht|
    möchte ich nicht|will ich nicht|das möchte ich nicht|das will ich nicht|ich möchte nicht|ich will nicht|gar nicht|
    überhaupt nicht|unter keinen umständen|leider nicht|das geht nicht|geht nicht|ich kann nicht|kann ich nicht|
    das kann ich nicht|
    nie im leben|von wegen|kommt nicht in frage|kommt nicht infrage|im leben nicht|nichts da|wird nichts|das wird nichts|passt nicht|das passt nicht`,
  negation: `nicht|nichts|kein|keine|keinen|keinem|keiner|keines|nie|niemand|weder|noch|ohne|außer|statt|anstatt|
    alles außer|anstelle|falsch|gegen|dagegen|ablehnen|lehne|hasse|weniger|kaum`,
  contrast: `aber|sondern|jedoch|allerdings|obwohl|trotzdem|nur dass`,
  unsure: `nicht sicher|ich bin nicht sicher|ich bin mir nicht sicher|bin nicht sicher|nicht so sicher|weiß nicht|ich weiß nicht|
    weiß ich nicht|das weiß ich nicht|ich weiß es nicht|keine ahnung|ich habe keine ahnung|vielleicht|eventuell|möglicherweise|
    wahrscheinlich|vermutlich|womöglich|könnte|könnten|sollte|kommt darauf an|das kommt darauf an|kommt drauf an|
    das kommt drauf an|je nachdem|wenn|falls|ob|sofern|oder|egal|ist mir egal|das ist mir egal|mir egal|beide|beides|beliebig|
    irgendwas|irgendein|irgendeine|irgendeinen|verstehe nicht|ich verstehe nicht|das verstehe ich nicht|nicht verstanden|
    ich habe nicht verstanden|das habe ich nicht verstanden|nicht wirklich|nicht unbedingt|nicht nur|noch nicht|hoffe|hoffentlich|
    wünschte|gewesen wäre|gewesen|jein|jain|bezweifle|zweifle|unsicher|fast|sowohl|etwas|anders|anderes|andere|anderen|halb|viertel|
    nach|vor|bis`,
  asks: `wer|wen|wem|wann|wo|warum|wieso|weshalb|wie|welche|welcher|welches|welchen|was|wie bitte|meinen sie|meinst du|
    haben sie gesagt|sagten sie|sind sie sicher|wiederholen|noch einmal|noch mal|nochmal|wie meinen sie`,
  inverts: `ist das|ist es|ist der|ist die|sind sie|sind das|haben sie|hast du|können sie|kannst du|kann ich|
    könnten sie|könnte ich|darf ich|soll ich|sollen wir|muss ich|werden sie|wird das|wird es|würden sie|wollen sie|
    willst du|gibt es|geht das|war das|bist du`,
  requests: `kann ich haben|könnte ich haben|kann ich bitte|könnte ich bitte|dürfte ich|dürfte ich bitte|könnte ich die|
    könnte ich den|könnte ich das|kann ich die|kann ich den|kann ich das|könnten sie mir|können sie mir`,
  place: `option|möglichkeit|antwort|alternative|variante|auswahl`,
  key: `taste|drücke|ich drücke|die taste`,
  number: `nummer|zahl`,
};

const FR: SpokenAnswers = {
  hesitation: `euh|heu|hum|hm|hmm|ben|bah|bof|alors|eh bien|ah|oh|voyons|voyons voir|attendez|attends|un instant|
    un moment|une seconde|une minute|un instant s il vous plaît|un moment s il vous plaît|attendez un instant|
    attendez une seconde|laissez moi réfléchir|laisse moi réfléchir|je réfléchis|il faut que je réfléchisse|
    je dois réfléchir|bonne question|comment dire|disons|bon|enfin|donc|en fait|tu sais|vous savez|zut|mince|
    oh là là|mon dieu|ouh|tiens|dites donc|bah ben|ah ben|oh ben|aïe`,
  courtesy: `s il vous plaît|s il te plaît|svp|merci|merci beaucoup|merci bien|bonjour|bonsoir|allô|salut|pardon|
    excusez moi|je suis désolé|je suis désolée|désolé|désolée|madame|monsieur|mademoiselle|au revoir|je vous en prie|
    simplement|juste|plutôt|vraiment|y|en|dieu merci|heureusement|
    malheureusement|hélas|mon ami|mon vieux|ma foi`,
  carrier: `je|j|nous|moi|me|m|mon|ma|mes|notre|ce|c|ça|cela|c est|ce serait|ce sera|le|la|les|l|un|une|des|du|de|d|
    est|sont|suis|sera|serait|ai|avoir|veux|voudrais|aimerais|souhaite|souhaiterais|prends|prendrai|prendrais|prendre|
    choisis|choisir|choisirais|préfère|préférerais|dis|dirais|réponds|vais|peux|veut|avons|voulons|prenons|on|à|a|au|
    aux|pour|avec|dans|en|et|celui|celle|je pense|je crois|je dirais|ma réponse|réponse|choix|option|mettez|
    mettez moi|donnez moi|va pour|allons y pour|besoin|j ai besoin|faire|heures|heure|mieux|me convient|convient|
    certainement|appuie|qui|que|bien|lui|leur|vous|votre|vos|
    pouvoir|pourrai`,
  idiom: `pas de problème|aucun problème|sans problème|pas de souci|aucun souci|sans souci|pourquoi pas|sans doute aucun|
    aucun doute|pas d inquiétude|il n y a pas de problème|y a pas de problème|de rien`,
  assent: `oui|ouais|ouaip|mais oui`,
  denial: `non|nan|mais non`,
  affirms: `bien sûr|bien sûr que oui|certainement|absolument|tout à fait|volontiers|avec plaisir|
    avec grand plaisir|évidemment|je veux bien|bien entendu|je confirme|je viendrai|j y serai|je serai là|
    je serai présent|je serai présente|naturellement|carrément|et comment|exactement|exact|c est ça|c est exact|
    effectivement|vrai|c est vrai|c est fait|en effet`,
  agrees: `d accord|entendu|c est bon|c est d accord|parfait|très bien|bien|ok|okay|ça marche|ça va|ça me va|
    ça me convient|super|génial|je viens`,
  declines: `pas du tout|jamais|absolument pas|certainement pas|bien sûr que non|hors de question|pas question|
    surtout pas|en aucun cas|je ne veux pas|je ne peux pas|je ne pense pas|pas intéressé|pas intéressée|
    ça ne m intéresse pas|je ne suis pas intéressé|je ne suis pas intéressée|je refuse|
    pas possible|ce n est pas possible|ça ne va pas être possible|ça va pas être possible|impossible|jamais de la vie|pas cette fois|je peux pas|je veux pas|ça ne va pas|ça va pas|que non|oh que non|pas le moins du monde`,
  negation: `ne|n|pas|aucun|aucune|rien|personne|sans|ni|sauf|excepté|tout sauf|hormis|à part|plutôt que|au lieu de|
    contre|faux|refuse|déteste|moins|trop|guère`,
  contrast: `mais|cependant|pourtant|toutefois|sinon|quoique`,
  unsure: `pas sûr|pas sûre|je ne suis pas sûr|je ne suis pas sûre|je suis pas sûr|je suis pas sûre|pas certain|pas certaine|
    je ne suis pas certain|je ne suis pas certaine|je ne sais pas|je sais pas|j sais pas|sais pas|aucune idée|
    je n ai aucune idée|j ai aucune idée|peut être|possible|possiblement|probablement|sans doute|ça dépend|cela dépend|dépend|
    ou|ou bien|soit|les deux|n importe|n importe lequel|n importe laquelle|peu importe|ça m est égal|égal|pas vraiment|pas encore|
    je ne comprends pas|je comprends pas|j ai pas compris|je n ai pas compris|pas compris|pas seulement|
    si c est|si je|si on|si vous|si il|s il|si elle|si ça|si nous|si possible|à moins|espère|souhaitais|j aurais|aurais|aurait|
    pourrait|devrait|presque|quelque chose|autre|autres|autrement|oui et non|doute|je doute|hésite|j hésite|demi|demie|quart|
    après|avant|vers`,
  asks: `quoi|qu est ce que|qu est ce|est ce que|est ce qu|quel|quelle|quels|quelles|lequel|laquelle|comment|pourquoi|quand|où est|
    combien|vous dites|vous avez dit|vous voulez dire|répétez|répéter|pouvez vous|pourriez vous|vous êtes sûr|vous êtes sûre|
    êtes vous|avez vous|voulez vous|plaît il|c est quoi|c est à dire`,
  inverts: `est il|est elle|est ce|puis je|peut on|dois je|faut il|y a t il|sont ils|avez vous|êtes vous|a t il|a t elle`,
  requests: `puis je avoir|je peux avoir|est ce que je peux avoir|pourrais je avoir|je pourrais avoir|pouvez vous me mettre|
    puis je prendre|je peux prendre|pourriez vous me mettre`,
  place: `option|choix|réponse|possibilité|proposition`,
  key: `touche|la touche|appuie sur|appuyez sur|j appuie sur`,
  number: `numéro|le numéro|chiffre`,
};

const ES: SpokenAnswers = {
  hesitation: `eh|em|este|pues|mmm|hm|hmm|ah|oh|bueno|a ver|vamos a ver|déjeme pensar|déjame pensar|déjeme ver|
    déjame ver|tengo que pensar|tengo que pensarlo|espere|espera|espere un momento|espera un momento|
    espere un segundo|un momento|un momento por favor|un segundo|un minuto|un momentito|buena pregunta|o sea|
    entonces|digamos|sabe|mire|oiga|pues mire|estoy pensando|uy|ay|huy|ah pues|ay dios|dios mío|madre mía|anda|vaya|
    caramba|jo`,
  courtesy: `por favor|gracias|muchas gracias|mil gracias|hola|buenos días|buenas tardes|buenas noches|buenas|perdón|
    perdone|disculpe|lo siento|lo siento mucho|señor|señora|señorita|diga|dígame|aló|adiós|muy amable|simplemente|
    solo|solamente|nada más|de verdad|ya|gracias a dios|
    desgraciadamente|lamentablemente|por desgracia|hombre|mujer|tío|amigo|hija|hijo`,
  carrier: `yo|nosotros|me|mi|mis|nos|el|la|los|las|lo|un|una|unos|unas|es|son|sería|será|soy|estoy|está|quiero|
    quisiera|querría|queremos|gustaría|me gustaría|prefiero|preferiría|elijo|escojo|elegiría|escogería|tomo|tomaré|
    digo|diría|respondo|voy|vamos|puedo|tengo|de|del|a|al|en|con|para|por|y|que|creo|creo que|pienso|pienso que|
    mi respuesta|respuesta|respuesta es|opción|elección|ese|esa|este|esta|eso|esto|deme|dame|póngame|ponme|necesito|
    mejor|me quedo con|quedo|se|horas|a las|a la|viene bien|me viene bien|va bien|me va bien|pulso|hacer|le|
    poder|podré|voy|iré|vendré|asistiré`,
  idiom: `no hay problema|ningún problema|sin problema|sin problemas|no pasa nada|no importa|por qué no|cómo no|sin duda|
    no se preocupe|de nada|no hay de qué|no me importa`,
  assent: `sí|sip|que sí`,
  denial: `no|nop|que no`,
  affirms: `por supuesto|por supuesto que sí|claro|claro que sí|desde luego|desde luego que sí|con gusto|
    con mucho gusto|encantado|encantada|absolutamente|ciertamente|cómo no|lo haré|allí estaré|ahí estaré|
    cuenta conmigo|cuente conmigo|faltaría más|naturalmente|confirmado|exacto|exactamente|correcto|así es|eso es|
    es correcto|cierto|es cierto`,
  agrees: `de acuerdo|vale|bien|muy bien|está bien|perfecto|ok|okay|seguro|adelante|me parece bien|estupendo|
    genial`,
  declines: `de ninguna manera|para nada|en absoluto|nunca|jamás|claro que no|por supuesto que no|desde luego que no|
    ni hablar|de ningún modo|no quiero|no puedo|no me interesa|mejor no|no lo creo|creo que no|tampoco|
    qué va|va a ser que no|no va a poder ser|no va a ser posible|imposible|ni de broma|ni loco|esta vez no|me temo que no|no podré|no voy a poder|en la vida`,
  negation: `nada|nadie|ningún|ninguno|ninguna|ni|sin|excepto|salvo|menos|todo menos|cualquiera menos|en lugar de|
    en vez de|aparte de|contra|falso|odio|rechazo|demasiado`,
  contrast: `pero|sino|aunque|sin embargo|excepto que`,
  unsure: `no estoy seguro|no estoy segura|no estoy muy seguro|no estoy muy segura|no sé|no lo sé|yo no sé|no tengo idea|
    no tengo ni idea|ni idea|quizás|quizá|tal vez|a lo mejor|puede ser|posiblemente|probablemente|depende|eso depende|o|u|
    cualquiera|me da igual|da igual|igual|ambos|ambas|los dos|las dos|no entiendo|no le entiendo|no he entendido|no entendí|
    no realmente|no del todo|no solo|todavía no|aún no|ojalá|espero|habría|hubiera|podría|debería|casi|algo|otro|otra|otros|otras|
    si es|si puedo|si hay|si me|si no|si se|si tengo|si está|si voy|si iré|si vendré|si asistiré|si quiero|si va|si viene|siempre que|a menos|dudo|lo dudo|sí y no|media|cuarto|después|antes`,
  asks: `cuál|cuáles|quién|cuánto|cuánta|por qué|cómo dice|cómo ha dicho|qué dice|qué ha dicho|ha dicho|quiere decir|
    repita|repetir|puede repetir|podría repetir|está seguro|está segura|mande`,
  inverts: `es que|puede usted|podría usted|hay que|tiene usted|está usted`,
  requests: `puedo tener|podría tener|me puede dar|me podría dar|me pone|me da|puede ponerme|podría ponerme|puedo elegir`,
  place: `opción|la opción|respuesta|alternativa|posibilidad`,
  key: `tecla|la tecla|pulso|pulse|marco|oprimo|presiono|botón`,
  number: `número|el número`,
};

const IT: SpokenAnswers = {
  hesitation: `ehm|eh|mah|beh|allora|dunque|vediamo|fammi pensare|mi faccia pensare|mi lasci pensare|
    ci devo pensare|un attimo|un momento|un secondo|un minuto|aspetti|aspetta|aspetti un attimo|buona domanda|hm|
    hmm|ah|oh|diciamo|cioè|insomma|ecco|oddio|mamma mia|oh dio|dio mio|accidenti|ahi|uh|ops|guardi|senta|mamma`,
  courtesy: `per favore|per piacere|per cortesia|grazie|grazie mille|molte grazie|prego|buongiorno|buonasera|pronto|
    salve|ciao|scusi|scusa|mi scusi|mi dispiace|signore|signora|arrivederci|solo|soltanto|semplicemente|davvero|
    grazie a dio|
    purtroppo|ahimè|caro|cara|amico mio`,
  carrier: `io|noi|mi|me|mio|mia|il|lo|la|i|gli|le|l|un|una|è|sono|sarebbe|sarà|vorrei|voglio|vogliamo|prendo|prenderei|prenderò|
    scelgo|preferisco|preferirei|direi|dico|rispondo|ho|posso|di|del|della|a|al|alla|alle|in|con|per|e|che|quello|quella|questo|questa|
    penso|credo|la mia risposta|risposta|scelta|opzione|mi dia|dammi|ho bisogno|meglio|va bene|mi va bene|ore|premo|facciamo|d|
    potere|potrò|riesco|vengo|ci vengo|verrò|vado|metta|mi metta|mettimi|metti`,
  idiom: `nessun problema|non c è problema|senza problemi|perché no|non importa|non fa niente|di niente|senza dubbio`,
  assent: `sì`,
  denial: `no`,
  affirms: `certo|certo che sì|certamente|naturalmente|ovviamente|volentieri|con piacere|senz altro|confermo|
    come no|ci sarò|assolutamente sì|eccome|altroché|ma certo|con molto piacere|esatto|esattamente|giusto|è giusto|
    è vero`,
  agrees: `va bene|d accordo|perfetto|bene|ok|okay|sicuro|ottimo|benissimo`,
  declines: `assolutamente no|certo che no|per niente|per nulla|mai|neanche per sogno|in nessun caso|non voglio|
    non posso|meglio di no|direi di no|non mi interessa|
    macché|ma no|ma figurati|non se ne parla|non ce la faccio|non riesco|non potrò|impossibile|questa volta no|temo di no|nemmeno per idea|per carità`,
  negation: `non|nessuno|nessuna|niente|nulla|né|senza|tranne|eccetto|tutto tranne|invece di|anziché|contro|falso|odio|rifiuto|
    meno|troppo`,
  contrast: `ma|però|bensì|tuttavia|anche se`,
  unsure: `non sono sicuro|non sono sicura|non so|non lo so|non saprei|nessuna idea|non ne ho idea|boh|forse|magari|figuriamoci|
    può darsi|probabilmente|possibilmente|dipende|o|oppure|uno qualsiasi|qualsiasi|è uguale|entrambi|entrambe|
    tutti e due|tutti e 2|non capisco|non ho capito|non proprio|non ancora|non solo|spero|avrei|avrebbe|potrebbe|dovrebbe|quasi|
    qualcosa|altro|altra|se|sì e no|dubito|ne dubito|mezza|mezzo|quarto|dopo`,
  asks: `che cosa|cosa|quale|quali|chi|quando|quanto|dove|perché|come dice|come ha detto|ha detto|vuole dire|cosa intende|ripeta|ripetere|
    può ripetere|è sicuro|è sicura|come scusi`,
  inverts: `posso avere il|c è|ci sono`,
  requests: `posso avere|potrei avere|mi può dare|mi potrebbe dare|posso prendere|potrei prendere`,
  place: `opzione|l opzione|risposta|scelta|possibilità`,
  key: `tasto|il tasto|premo|premo il|pulsante`,
  number: `numero|il numero`,
};

/**
 * Phrases by language. All languages are used together, because callers answer in their own, whatever the recogniser's setting. If
 * a word has different uses in two languages, the more cautious one counts.
 */
export const SPOKEN_ANSWERS: Readonly<Record<string, SpokenAnswers>> = { en: EN, de: DE, fr: FR, es: ES, it: IT };

/** Negations of further languages, so that a denial in one of them is never taken for an answer. */
export const FURTHER_NEGATIONS = `niet|geen|nooit|nergens|zonder|nee|não|nunca|sem|nenhum|nie|nigdy|bez|żaden|нет|не|ни|никогда|без|ні|değil|hayır|yok|
  asla|inte|aldrig|ikke|aldri|nem|nincs|δεν|όχι|ne|není|nikdy`;
