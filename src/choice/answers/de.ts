import type { SpokenAnswers } from "../spoken-answers.js";

export const DE: SpokenAnswers = {
  hesitation: `äh|ähm|öh|öhm|ähem|hm|hmm|mhm|ah|ach|oh|na|naja|na ja|tja|also|nun|nun ja|gute frage|sagen wir mal|
    sozusagen|wissen sie|halt|ach herrje|herrje|oje|ach du lieber|mein gott|ach gott|oh gott|huch|aha|ui|puh|
    ach du meine güte|ach ja|ah ja|aha ja`,
  waits: `mal überlegen|lass mich überlegen|lassen sie mich überlegen|ich muss überlegen|da muss ich überlegen|
    ich überlege|ich überlege noch|ich überleg noch|überlegen|moment|einen moment|einen moment bitte|
    moment bitte|moment mal|einen kleinen moment|momentchen|augenblick|einen augenblick|sekunde|eine sekunde|
    eine minute|warten sie|warte|warte mal|wart mal|warten sie mal|warten sie bitte|warten sie einen moment|
    mal sehen|mal schauen|mal gucken|schauen wir mal|sehen wir mal|bleiben sie dran`,
  greets: `hallo|guten tag|guten morgen|guten abend|grüß gott|moin|servus|sagen sie mal|
    sag mal`,
  listens: `ich höre|ich höre sie|höre`,
  degree: `schlecht|halbwegs|nur halb|zur hälfte`,
  identifies: `das bin ich|der bin ich|die bin ich|bin ich|ich bin es|ich bins|bins|ich bin hier|hier bin ich|
    ich bin dran|ich bin am apparat|am apparat|das ist er|das ist sie|hier ist er|hier ist sie|ich selbst|
    höchstpersönlich`,
  invites: `sagen sie|sprechen sie|reden sie|sprich|sprecht|erzählen sie|fahren sie fort|machen sie weiter|
    weiter|nur zu|schießen sie los|legen sie los|lassen sie hören|nur raus damit`,
  courtesy: `bitte|danke|danke schön|dankeschön|danke sehr|vielen dank|besten dank|bitte schön|bitte sehr|gerne|gern|
    entschuldigung|entschuldigen sie|verzeihung|tut mir leid|sorry|leider|dann|einfach|mal|auf wiederhören|
    tschüss|so|schon|nur|gott sei dank|zum glück|bedauerlicherweise|mensch|mann|meine güte|sehr|gute nacht|
    schönen tag|schönen tag noch|schönen abend|schönen abend noch|schönen morgen|bis morgen|bis morgen früh|
    bis heute abend|bis nachmittag|bis später|zum ersten mal|zum zweiten mal|zum dritten mal|zum letzten mal|
    zum wiederholten mal|das erste mal|das zweite mal|das letzte mal|beim ersten mal|beim zweiten mal`,
  carrier: `ich|wir|mir|mich|uns|mein|meine|meinen|unser|es|das|dies|diese|dieser|diesen|diesem|dieses|der|die|den|dem|
    des|ein|eine|einen|
    einem|einer|ist|sind|wird|wäre|bin|habe|hätte|haben|möchte|möchten|würde|würden|will|wollen|nehme|nehmen|
    nehm|wähle|wählen|sage|sagen wir|würde ich sagen|bevorzuge|kann|können|am|an|um|im|in|für|mit|zu|zum|zur|auf|von|bei|
    und|als|
    ich glaube|ich denke|ich meine|ich würde sagen|antwort|wahl|meine antwort|lieber|liebsten|am liebsten|besten|
    am besten|passt|mir passt|besser|geben|geben sie mir|gib mir|nehmen wir|machen wir|sein|werden|brauche|
    haben wollen|uhr|auf jeden fall|auf alle fälle|bestimmt|sicher|bitte die|wie gesagt|entscheide|entscheide mich|
    drücke|ihn|ihm|ihr|sie|ihnen|da|dass|können|kommen können|geht|schaffe|schaffen|hab|etwas|ein bisschen|ein wenig|
    brauchen|brauch|bräuchte|reicht|reichen|stück|frau|herr|herrn`,
  idiom: `kein problem|überhaupt kein problem|keine ursache|warum nicht|wieso nicht|macht nichts|keine sorge|
    kein thema|keine frage|ohne zweifel|kein ding|nichts dagegen|habe nichts dagegen|ich habe nichts dagegen|
    nicht schlecht|gar nicht schlecht`,
  assent: `ja|jo|jep|jepp|jup|jupp|jau|joa|jawohl`,
  denial: `nein|nee|nö`,
  affirms: `klar|na klar|natürlich|na sicher|selbstverständlich|sehr gerne|sehr gern|auf jeden fall|unbedingt|
    freilich|geht klar|mache ich|mit vergnügen|logisch|na logo|aber sicher|aber klar|aber natürlich|aber gerne|
    und ob|genau|richtig|stimmt|das stimmt|einverstanden|jawoll`,
  agrees: `alles klar|sicher|gerne|gern|okay|ok|gut|in ordnung|passt|das passt|das geht|schön|prima|super|
    perfekt|habe ich|das habe ich|hab ich|das hab ich|will ich|möchte ich|eben`,
  attends: `ich bin dabei|bin dabei|wir sind dabei|ich werde da sein|wir werden da sein|ich werde kommen|
    wir werden kommen`,
  misses: `das geht nicht|geht nicht|ich kann nicht|kann ich nicht|das kann ich nicht|da kann ich nicht|
    wir können nicht|wird nichts|das wird nichts|passt nicht|das passt nicht|ich komme nicht|wir kommen nicht|
    ich werde nicht kommen|ich werde nicht da sein`,
  promises: `ich kann|kann ich|wir können|können wir|ich schaffe es|ich schaffe das|das schaffe ich|ich bin da|
    ich komme`,
  declines: `auf keinen fall|auf gar keinen fall|keinesfalls|keineswegs|niemals|bestimmt nicht|sicher nicht|
    natürlich nicht|lieber nicht|kein interesse|ich habe kein interesse|habe ich nicht|das habe ich nicht|
    möchte ich nicht|will ich nicht|das möchte ich nicht|das will ich nicht|ich möchte nicht|ich will nicht|
    gar nicht|überhaupt nicht|unter keinen umständen|leider nicht|nie im leben|von wegen|kommt nicht in frage|
    kommt nicht infrage|im leben nicht|nichts da`,
  hedges: `eher nicht|nicht nötig|nicht notwendig|brauche ich nicht|brauch ich nicht|brauchen wir nicht|
    ich brauche keins|ich brauche keinen|ich brauche keine`,
  negation: `nicht|nichts|kein|keine|keinen|keinem|keiner|keines|nie|niemand|weder|noch|ohne|außer|statt|anstatt|
    alles außer|anstelle|falsch|gegen|dagegen|ablehnen|lehne|hasse|weniger|kaum`,
  contrast: `aber|sondern|jedoch|allerdings|obwohl|trotzdem|nur dass`,
  unsure: `nicht sicher|ich bin nicht sicher|ich bin mir nicht sicher|bin nicht sicher|nicht so sicher|weiß nicht|
    ich weiß nicht|weiß ich nicht|das weiß ich nicht|ich weiß es nicht|keine ahnung|ich habe keine ahnung|
    vielleicht|eventuell|möglicherweise|wahrscheinlich|vermutlich|womöglich|könnte|könnten|sollte|
    kommt darauf an|das kommt darauf an|kommt drauf an|das kommt drauf an|je nachdem|wenn|falls|ob|sofern|
    oder|egal|ist mir egal|das ist mir egal|mir egal|beide|beides|beliebig|irgendwas|irgendein|irgendeine|
    irgendeinen|verstehe nicht|ich verstehe nicht|das verstehe ich nicht|nicht verstanden|
    ich habe nicht verstanden|das habe ich nicht verstanden|nicht wirklich|noch nicht|nicht unbedingt|nicht nur|
    hoffe|hoffentlich|wünschte|gewesen wäre|gewesen|jein|jain|bezweifle|zweifle|unsicher|fast|
    sowohl|anders|anderes|andere|anderen|halb|viertel|nach|vor|bis|ich sage nicht nein|
    ich sage nicht ja|ich habe nicht ja gesagt|ich habe nicht nein gesagt|habe nicht ja gesagt`,
  asks: `wer|wen|wem|wann|wo|warum|wieso|weshalb|wie|welche|welcher|welches|welchen|was|wie bitte|meinen sie|meinst du|
    haben sie gesagt|sagten sie|sind sie sicher|wiederholen|noch einmal|noch mal|nochmal|wie meinen sie`,
  inverts: `ist das|ist es|ist der|ist die|sind sie|sind das|haben sie|hast du|können sie|kannst du|kann ich|
    könnten sie|könnte ich|darf ich|soll ich|sollen wir|muss ich|werden sie|wird das|wird es|würden sie|
    wollen sie|willst du|gibt es|geht das|war das|bist du|habe ich das|habe ich es|habe ich sie|hab ich das|
    hab ich sie|stimmt das`,
  requests: `kann ich haben|könnte ich haben|kann ich bitte|könnte ich bitte|dürfte ich|dürfte ich bitte|könnte ich die|
    könnte ich den|könnte ich das|kann ich die|kann ich den|kann ich das|könnten sie mir|können sie mir`,
  place: `option|möglichkeit|antwort|alternative|variante|auswahl`,
  key: `drücken|drücken sie|tippen|wählen sie|taste|drücke|ich drücke|die taste`,
  number: `nummer|zahl`,
};
