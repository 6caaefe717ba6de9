import type { PickUpWords } from "../locale.js";

/** What assistants that answer for someone call themselves, and people do not. */
const ASSISTANT =
  /telefonassistent(?!in)|(virtuelle|digitale|automatische)[rn]? (sprach)?assistent|(sprach|ki )assistent(?!in)|von einem( \p{L}+)? assistenten/u;
/** When to speak. */
const BEEP = /nach dem( \p{L}+)? (signalton|ton|piep|piepton|pieps|signal)/u;

export const PICK_UP: PickUpWords = {
  screener: [
    ASSISTANT,
    /(nennen|sagen|sprechen|nenne|sag)( \p{L}+){0,4} namen( \p{L}+){0,4} (grund|anliegen|worum|weshalb|warum)/u,
    /anrufprüfung|anruf wird (gerade )?geprüft|anruffilter|namen( \p{L}+){0,4} und (den |deinen |ihren )?(grund|anliegen)/u,
    /wer (sie sind|du bist) und (warum|worum|weshalb)|(sehe|prüfe|schaue)( \p{L}+){0,4} ob (die|diese) person/u,
    /bevor ich (sie|dich) (verbinde|durchstelle)/u,
  ],
  machine: [
    /anrufbeantworter|mailbox|mobilbox|sprachbox|sprachnachricht|voicemail/u,
    /(hinterlassen|hinterlass|hinterlasse|hinterlasst|aufsprechen|draufsprechen)|(nachricht|name|namen|nummer)( \p{L}+){0,4} (hinterlassen|auf)/u,
    BEEP,
    /(sprich|sprecht|sprechen sie)( \p{L}+){0,3} (drauf|auf das band|aufs band)/u,
    /(teilnehmer|gesprächspartner|anschluss|rufnummer)( \p{L}+){0,6} (vergeben|erreichbar|geändert|nicht( \p{L}+){0,3} verfügbar|(meldet sich|antwortet|existiert) nicht)|kein anschluss|nicht vergeben/u,
    /(?<!sie )(bin|sind)( \p{L}+){0,3} (nicht|nich)( \p{L}+)? (da|zu hause|erreichbar|im büro|im haus)/u,
    /rufnummer( \p{L}+){0,4} (bekannt|ungültig)|(per|eine) sms|keine anrufe|(rufnummer|anschluss|leitung)( \p{L}+){0,8} gestört|wird( \p{L}+){0,4} (informiert|benachrichtigt)/u,
    /(rufe|rufen|ruf) (ich |wir )?(dich|sie|euch)?( \p{L}+){0,3} (schnellstmöglich|baldmöglichst|umgehend|sobald)/u,
    /(außerhalb|öffnungszeiten|sprechzeiten|geschäftszeiten|bürozeiten)|(erreichen|erreicht) (sie )?uns/u,
  ],
  absent: [
    /(zur zeit|zurzeit|derzeit|momentan|leider|im moment|gerade|vorübergehend)( \p{L}+){0,3} (nicht|nich)( \p{L}+){0,3} (erreichbar|besetzt|verfügbar|persönlich|ans telefon|entgegennehmen)/u,
    /nicht erreichbar|rufen sie (bitte )?später|geschlossen/u,
  ],
  titled: /(^| )(frau|herrn?|doktor|dr|professor) \p{L}+/u,
  menu: [
    /(drücken|wählen|drücke|tippen) sie( \p{L}+)? (\d|null|eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|raute|stern)/u,
    /(alle )?(unsere )?(mitarbeiter|leitungen|plätze|berater)( \p{L}+){0,4} (gespräch|besetzt|belegt)|(ein wenig|etwas) geduld|nächste freie/u,
    /(gespräch|anruf|telefonat|gespräche)( \p{L}+){0,6} aufgezeichnet|zeichnen( \p{L}+){0,5} auf/u,
    /wartezeit|anrufaufkommen|warteschleife|nächsten freien|werden( \p{L}+){0,5} (verbunden|weitergeleitet)|rautetaste|geben sie( \p{L}+){0,8} ein$/u,
    /in wenigen worten|möchten sagen sie|(dank|danke) für ihre geduld|(sagen|nennen) sie (einfach|bitte ihr anliegen|ja|ihr anliegen)|hauptmenü|ihr anruf ist uns wichtig/u,
  ],
  human: [
    /(was|wie|womit) kann ich( \p{L}+){0,3} (tun|helfen|dienen)|sie sprechen mit|(mein name ist|am apparat|am telefon)|hier (ist|spricht)( (der|die|herr|frau))? \p{L}+$/u,
    /(zurückrufen|ruf(e)? (dich|sie|mich|später|gleich)|ich bin (gerade )?(im auto|unterwegs|dran|da)|jetzt bin ich|ich war (gerade|noch)|ich höre)/u,
    /(moment|augenblick|sekunde)( bitte)?$|worum geht|was gibt|was wollen|grüß gott|(guten (tag|morgen|abend)|hallo|moin|servus)$/u,
    /^(ja|hallo|guten tag)( \p{L}+){0,4}$/u,
  ],
  asksWho: [/wer (ist|spricht|sind|ruft)( \p{L}+)?|mit wem (spreche|habe)|wie war (ihr|der) name|wer da/u],
  itself: [ASSISTANT, BEEP, /(anrufbeantworter|mailbox|mobilbox|sprachbox) (von|der|des)/u],
  answersFor: [
    /(^| )(er|sie) (ist|kann|kommt|hat)( \p{L}+){0,4} (da|erreichbar|haus|büro|tisch|urlaub|telefon|mittag|besprechung|frei)( |$)/u,
    /(möchten|wollen|soll|kann|darf) (sie |ich )?(ihm|ihr)( |$)/u,

    /ausrichten|etwas bestellen|(kann|soll|darf) ich( \p{L}+){0,4} (notieren|weitergeben|sagen)|(wie|was) (ist|war)( \p{L}+){0,3} (name|grund)/u,
  ],
  announcing:
    /^(nachricht|signalton|ton|piep\p{L}*|mailbox|anrufbeantworter|teilnehmer|rufnummer|gewählte|erreichbar|hinterlassen|aufgezeichnet|drücken|taste|raute|menü|warteschleife|wartezeit|warten|mitarbeiter|verbunden|geschlossen|öffnungszeiten|sprechzeiten|urlaub|später|besetzt|verfügbar|vergeben|informiert|geduld|gesprächspartner|anschluss|eins|zwei|konto|guthaben|verbindung|verbinden|netz|durchwahl|nebenstelle|weitergeleitet|vermittelt|angerufene|gerufene|antwortet|kunden|service|informationen|internet|online|webseite|homepage|portal|app|mail|www|adresse|umgezogen|lautet|karten|eintritt|termine?|terminabsagen|terminvergabe|rezepte|notfall|notfällen|betriebsferien|ferien|feiertagen?|team|abteilung|angebote?|produkte|bestellung(en)?|lieferung|reservierung(en)?|buchung(en)?|täglich|uhr|geöffnet|schriftlich|nutzen|besuchen|unser\p{L}*|ihren?|ihrem|ihrer|anrufe|gespräche|gesperrt|eingeschränkt|störung|ausgefallen|techniker|vorübergehend|derzeit|besucher|gäste|führungen|vereinbarung|weitere|eingehende|möglich|empfangen|niemand)$/u,
  personal: /^(ich|mein\p{L}*|mir|mich|du|dich|dir|er|ihm|was|wer|worum|ja|nein|ach|oh|äh|na|so|apparat|spricht)$/u,
};
