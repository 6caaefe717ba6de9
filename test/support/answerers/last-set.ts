/** More people and machines, as in `first-set.ts`, four of each in each language. Written when the rules stood. */
export const LAST_SET = {
  en: {
    machine: [
      "Kestrel Airport parking. (0.4) Zone B is full. (0.5) Follow the signs for zone D. (0.5) Shuttles run every twelve minutes.",
      "This is Maggie's phone. (0.5) Maggie's not with it. (0.7) BEEP",
      "The number you want has had its last digits changed. (0.5) Add a seven in front. (2) The number you want has had its last digits changed.",
      "MUSIC(2) Thanks for ringing Bolt and Nut. (0.6) Ask us about our spring sale. MUSIC(4) You are second in line.",
    ],
    human: [
      "Ward seven, Sister Okafor, can you hold one moment? (2) Yes, go ahead. >> Oh, that's tomorrow? >> Yes.",
      "I'm not buying anything. >> I said no. >> No.",
      "Hello, you've come through to the church hall, it's Jean, the minister's out. >> Right, I'll tell him. >> Yes.",
      "NOISE(2) Say again? (0.8) I'm on the tractor. >> Yep. >> Yes.",
    ],
  },
  de: {
    machine: [
      "Hallo, wir sind's. (0.4) Nur halt gerade nicht. (0.6) BEEP",
      "Hier ist die Fahrplanauskunft der Inselbahn. (0.4) Der letzte Zug geht um neunzehn Uhr vierzig. (0.5) Bei Sturm ruht der Verkehr.",
      "Sie werden mit dem Bereitschaftsdienst verbunden. (0.5) MUSIC(6) Leider meldet sich niemand.",
      "Kein Anschluss unter dieser Nummer. (1) Kein Anschluss unter dieser Nummer. (1) Kein Anschluss unter dieser Nummer.",
    ],
    human: [
      "Bäckerei Krume, heute nur noch Roggen. >> Na gut. >> Ja.",
      "Ich geb Sie mal weiter, das macht meine Kollegin. (2) Ja bitte, Sommer? >> Ja, das stimmt.",
      "Papa, da ist jemand dran. (0.6) Hallo? >> Wer spricht da? >> Ja.",
      "Notdienst Haustechnik, Lehmann, was ist passiert? >> Ach so. >> Ja, passt.",
    ],
  },
  fr: {
    machine: [
      "Ici la maison du parc. (0.4) Les sentiers du nord sont impraticables. (0.5) Les chiens sont admis en laisse.",
      "Coucou, ni moi ni le chat ne décrochons. (0.5) Miaulez. (0.6) BEEP",
      "Toutes nos équipes sont sur le terrain. (0.5) Le délai est d'environ six minutes. MUSIC(5) Merci de votre patience.",
      "Cette ligne ne reçoit pas d'appels. (0.8) Cette ligne ne reçoit pas d'appels.",
    ],
    human: [
      "Garage Petit, je suis sous une voiture, parlez fort. >> Ah oui. >> Oui, d'accord.",
      "Non mais vous avez vu l'heure ? >> Bon. >> Non.",
      "Résidence des Tilleuls, l'infirmière est en soins, je prends le message ? >> C'est noté. >> Oui.",
      "Mamie dort, je suis Léo, j'ai six ans. >> Je sais pas. >> Oui.",
    ],
  },
  es: {
    machine: [
      "Piscina municipal. (0.4) El vaso grande está en obras. (0.5) El pequeño abre de diez a catorce.",
      "Has llamado a Berta. (0.4) Berta está a sus cosas. (0.7) BEEP",
      "La línea de este cliente ha sido dada de baja. (0.8) La línea de este cliente ha sido dada de baja.",
      "Le atenderá la próxima persona libre. (0.4) Tiene tres llamadas por delante. MUSIC(6) Siga a la espera.",
    ],
    human: [
      "Bar Manolo, si es para reservar, el domingo está todo cogido. >> Ah, vale. >> Sí.",
      "¿Sí? (0.9) ¿Quién es, mamá? (0.6) Que no se oye. >> Ah, ahora. Sí.",
      "Centralita del hospital, dígame el número de habitación. >> Entendido. >> Sí.",
      "Ahora no puedo, que estoy conduciendo. >> Luego. >> No.",
    ],
  },
  it: {
    machine: [
      "Cantina sociale. (0.4) La vendemmia è in corso. (0.5) Si conferisce dalle sette alle undici.",
      "Qui Teo e Nina. (0.4) Siamo in giro. (0.6) BEEP",
      "Il servizio richiesto non è attivo su questa linea. (0.9) Il servizio richiesto non è attivo su questa linea.",
      "Grazie per aver chiamato Casa Verde. (0.5) Tutti i colleghi sono al telefono. MUSIC(5) Non riagganci.",
    ],
    human: [
      "Ferramenta Bruni, se cerca il titolare è in magazzino. >> Ah, ho capito. >> Sì.",
      "Non sento niente, provi a richiamare. >> Ah ora sì. >> Sì.",
      "Pronto soccorso veterinario, mi dica di che animale si tratta. >> Va bene. >> Sì.",
      "Nonno, è per te! (1.2) Chi parla? >> Sì, sì.",
    ],
  },
} as const;
