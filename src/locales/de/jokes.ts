import type { JokeKind } from "../locale.js";

/** Jokes in German: short, harmless, and written to be heard. */
export const JOKES: Readonly<Record<JokeKind, readonly string[]>> = {
  general: [
    "Treffen sich zwei Jäger im Wald. Seitdem gehen sie sich aus dem Weg.",
    "Was macht ein Clown im Büro? Faxen.",
    "Fragt der Lehrer: Wie weit bist du mit deinen Hausaufgaben? Sagt der Schüler: Bis zur Haustür.",
    "Herr Ober, was macht die Fliege in meiner Suppe? Der Ober sieht genau hin und sagt: Rückenschwimmen.",
    "Zwei Kerzen unterhalten sich. Was machst du heute Abend? Ich gehe aus.",
    "Mein Arzt sagt, ich soll mehr Treppen steigen. Jetzt wohne ich im vierten Stock und besuche ihn nie wieder.",
    "Was ist orange und geht über die Berge? Eine Wanderine.",
    "Eine Schnecke wird von zwei Schildkröten überfallen. Sagt sie der Polizei: Ich weiß nicht, es ging alles so schnell.",
  ],
  tech: [
    "Warum mögen Programmierer die Dunkelheit? Weil Licht Ungeziefer anzieht.",
    "Wie viele Programmierer braucht man, um eine Glühbirne zu wechseln? Keinen. Das ist ein Problem der Hardware.",
    "Was sagt ein Router zum anderen? Ich muss jetzt los, ich habe noch Pakete auszutragen.",
    "Warum ging der Computer zum Arzt? Er hatte einen Virus.",
    "Das Passwort sollte acht Zeichen haben, also nahm ich Schneewittchen und die sieben Zwerge.",
    "Ich wollte einen Witz über ein verlorenes Paket erzählen, aber er kommt vielleicht nicht an.",
  ],
  dad: [
    "Was ist ein Keks unter einem Baum? Ein schattiges Plätzchen.",
    "Was ist grün und klopft an die Tür? Ein Klopfsalat.",
    "Wie nennt man einen Bumerang, der nicht zurückkommt? Einen Stock.",
    "Was sitzt auf dem Baum und winkt? Ein Huhu.",
    "Ich habe einen Witz über Papier, aber der ist zerreißend.",
    "Warum können Skelette so schlecht lügen? Man sieht durch sie hindurch.",
  ],
};
