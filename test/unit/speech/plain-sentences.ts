/** Sentences with all the punctuation that is spoken as it stands, by language. */
export const PLAIN: Readonly<Record<string, readonly string[]>> = {
  en: [
    "It's 5:30 p.m., and we're open 24/7.",
    "AT&T, R&D and Q&A are fine; C# and C++ too.",
    "“Quoted” words, 'single' ones - and a dash – or two — are fine…",
    "The price is $3.50, i.e. about 10% less (VAT included).",
    "Call +1 (555) 010-2030, extension 7, or 555-0142.",
    "It is -5.5 °C at 20°, or 1/2 cup: mix, wait; done!",
    "Would you like tea and/or coffee? Oh! Really?!",
    "We sell 5' x 10' rugs at the St. John's store, No. 5.",
    "That covers 20 m², version 2.0.1, and ISO 9001.",
  ],
  de: [
    "Müller & Söhne haben von 10–12 Uhr geöffnet, d.h. morgens.",
    "Das kostet 1.234,50 €, also ca. 5 % mehr („Rabatt“ inklusive).",
    "Ihre Nummer ist 030/123 45 67, oder +49 30 1234567.",
    "Am 3. März um 14:30 Uhr, z.B. in der Straße Nr. 5?",
  ],
  fr: [
    "L'été, c'est à 18 h 30 : d'accord ?",
    "Cela coûte 12,50 € « tout compris » ; voilà !",
    "Où êtes-vous, M. Dupont ? Au 3e étage, n° 5.",
  ],
  es: [
    "¿Qué hora es? Son las 14:30.",
    "¡Claro! Cuesta 12,50 €, o sea, un 5 % más.",
    "El Sr. García vive en el 2.º piso, n.º 5.",
  ],
  it: [
    "È l'una e mezza, cioè le 13:30.",
    "Costa 12,50 €: va bene? Perché no!",
    "Il dott. Rossi abita al 2° piso, n. 5.",
  ],
  nl: [
    "Het is 's ochtends 9.30 uur, d.w.z. vroeg.",
    "Dat kost € 12,50, oké? Zo'n 5% meer!",
    "Hé, één moment: ik kijk even.",
  ],
  pt: [
    "São 14h30, isto é, às duas e meia.",
    "Custa 12,50 €, está bem? Não há problema!",
    "O Sr. João mora no 2.º andar, n.º 5.",
  ],
  pl: [
    "Jest godz. 14:30, tzn. wpół do trzeciej.",
    "To kosztuje 12,50 zł, dobrze? Świetnie!",
    "Pan Żółć mieszka na 2. piętrze, nr 5.",
  ],
};
