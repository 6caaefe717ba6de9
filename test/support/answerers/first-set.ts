/**
 * People and machines that answer in unusual ways, eight of each in each language. Written before the rules they are
 * played to.
 *
 * A line is what is heard from the other side. "(0.4)" is a pause in seconds, "BEEP" the beep of a mailbox, "FAX" a
 * fax machine, "MUSIC(3)" and "NOISE(3)" seconds of sound without words. What follows ">>" is said once the assistant
 * has fallen silent, one at a time. A person stops within a second when the assistant speaks, unless the line begins
 * with "!". A machine never stops.
 */
export const FIRST_SET = {
  en: {
    machine: [
      "It's Bob. (0.3) You know what to do. (0.7) BEEP",
      "Hi, you've got Kate and Tom. (0.4) We're out chasing the dog. (0.4) Try us tonight, or text Tom. (0.8) BEEP",
      "The Vodafone customer you are calling is not able to take your call. (0.6) To be told when they are free, press five. (3) The Vodafone customer you are calling is not able to take your call.",
      "Hello? (1.6) Hello? (1.2) Ha, fooled you, I'm not here. (0.5) Say something nice. (0.6) BEEP",
      "Harbour Street Surgery. (0.4) Our lines open again at two. (0.5) For anything urgent ring one one one. (0.6) Calls are recorded. (4) Harbour Street Surgery. (0.4) Our lines open again at two.",
      "Hi, I'm the call assistant of the person you're calling. (0.5) May I ask what it's about? (6) I can't hear you. (0.4) Please tell me what it's about.",
      "(0.5) FAX (2) FAX (2) FAX",
      "MUSIC(3) Welcome to Larkfield Leisure. (0.5) Did you know you can book courts online? (0.8) MUSIC(4) Swimmers, press one. (0.4) Racket sports, press two.",
    ],
    human: [
      "Good afternoon, Whitfield and Crane solicitors, you're through to Denise, how may I direct your call? >> I'm sorry, who did you say was calling? >> Yes, that's fine.",
      "Hello? (0.8) Mummy's in the bath. >> I'll get her. >> Hello, who's that?",
      "NOISE(1) Yeah, hello, I'm driving, you're on speaker. NOISE(2) >> Yes.",
      "Hello? (1.2) Hello? (1.2) Hello? >> Oh, there you are. Yes.",
      "Hello? (0.5) Dad, it's for you. (0.4) Well, who is it? >> Sorry, which one of us do you want? >> Yes.",
      "Royal Oak, bar and kitchen, we're fully booked tonight I'm afraid. >> No, tomorrow's fine.",
      "Mr Wolf isn't in at the moment, can I take a message? >> Right. >> Yes, I'll tell him.",
      "NOISE(4) >> NOISE(2) Sorry, yes, I was on the ladder.",
    ],
  },
  de: {
    machine: [
      "Jo, hier ist der Micha. (0.4) Ihr wisst ja, wie's geht. (0.8) BEEP",
      "Die Nummer hat sich geändert. (0.5) Die neue Rufnummer lautet null drei null, vier vier, sieben eins. (1) Die Nummer hat sich geändert. (0.5) Die neue Rufnummer lautet null drei null, vier vier, sieben eins.",
      "Praxis Doktor Sommer. (0.4) Wir machen Urlaub bis zum zwölften August. (0.5) Die Vertretung hat Doktor Lenz in der Bachstraße. (0.6) Auf Wiederhören.",
      "Ihr Anruf wird weitergeleitet. (0.5) MUSIC(4) Der Anschluss ist vorübergehend gestört.",
      "Willkommen bei den Stadtwerken. (0.4) Geht es um Strom, sagen Sie Strom. (0.4) Geht es um Gas oder Wasser, sagen Sie Gas oder Wasser. (4) Das habe ich nicht verstanden. (0.4) Geht es um Strom, sagen Sie Strom.",
      "MUSIC(2) Hallo, hier sind Lena, Paul und Klein-Emil. (0.5) Wir spielen gerade im Garten. (0.6) BEEP",
      "Guten Tag. (0.3) Alle Plätze sind zurzeit belegt. (0.4) Sie sind Anrufer Nummer vier. MUSIC(5) Bitte haben Sie noch etwas Geduld. MUSIC(5)",
      "Der gewünschte Teilnehmer ist im Moment nicht zu sprechen. (0.5) Er wird per Kurznachricht über Ihren Anruf informiert. (1.5) The person you have called is not available.",
    ],
    human: [
      "Frau Wolf ist leider nicht erreichbar, kann ich ihr was ausrichten? >> Ja, mache ich.",
      "Autohaus Brenner und Söhne, Filiale Süd, mein Name ist Jasmin Keller, was darf ich für Sie tun? >> Ja, das passt.",
      "Ja? (1) Ja, hallo? >> Moment, ich verstehe Sie ganz schlecht. >> Ja.",
      "Hallo, hier ist der Timo. (0.5) Die Mama ist nicht da. >> Weiß ich nicht. >> Tschüss.",
      "Gemeindebüro Sankt Martin, Pfarrer Huber spricht. >> Ja, ist gut.",
      "!Also wenn Sie von der Versicherung sind, ich habe schon drei Mal gesagt, dass ich nichts brauche. (0.5) >> Nein danke.",
      "Wir haben eigentlich schon geschlossen, worum geht es denn? >> Ja, gut.",
      "Müller. (0.8) Wer ist denn da? (1.2) Hallo? >> Nein.",
    ],
  },
  fr: {
    machine: [
      "Salut, c'est Manu. (0.4) Tu connais la chanson. (0.6) BEEP",
      "Vous êtes bien au zéro six, douze, quarante, trente-trois. (0.5) Je ne peux pas vous répondre. (0.5) À bientôt. (0.8) BEEP",
      "Le numéro que vous demandez n'est plus attribué. (0.7) Le numéro que vous demandez n'est plus attribué. (0.7) Le numéro que vous demandez n'est plus attribué.",
      "Cabinet dentaire des Lilas. (0.4) Le secrétariat rouvre lundi à neuf heures. (0.5) En cas de douleur, présentez-vous aux urgences de l'hôpital. (1) Merci.",
      "Pour le service des ventes, dites ventes. (0.5) Pour un dépannage, dites dépannage. (4) Je n'ai rien entendu. (0.4) Pour le service des ventes, dites ventes.",
      "Allô ? (1.5) Allô, je ne vous entends pas ! (1) Non, je rigole, c'est la messagerie. (0.5) BEEP",
      "Votre correspondant est déjà en ligne. (0.5) Il a été prévenu de votre appel par un signal sonore. (1) Votre correspondant est déjà en ligne. (0.5) Il a été prévenu de votre appel par un signal sonore.",
      "MUSIC(4) Bienvenue au théâtre du Vieux-Port. (0.6) Ce soir, Le Misanthrope, à vingt heures trente. (0.5) La billetterie ouvre à dix-sept heures. MUSIC(3)",
    ],
    human: [
      "Mairie de Saint-Aubin, service de l'état civil, bonjour, je vous écoute. >> Oui, c'est noté.",
      "Allô ? (0.7) Oui, allô ? >> Oui.",
      "Elle n'est pas là, elle rentre vers dix-huit heures. >> D'accord, je lui dirai.",
      "Allô, c'est Zoé. (0.6) Papa, c'est le téléphone ! >> Il arrive. >> Oui, allô ?",
      "NOISE(1) Oui, attends, je me gare. (2) Voilà. >> Oui, oui.",
      "Pharmacie du marché, on ferme dans cinq minutes, dites-moi vite. >> Très bien, oui.",
      "Ne quittez pas, je vous passe mon mari. (3) Allô ? >> Oui, c'est bon.",
      "C'est le répondeur ! (0.5) Non, je plaisante, qui est-ce ? >> Oui.",
    ],
  },
  es: {
    machine: [
      "Soy Nacho. (0.4) Ya sabes. (0.7) BEEP",
      "El teléfono al que llama está apagado o fuera de cobertura. (0.8) El teléfono al que llama está apagado o fuera de cobertura. (0.8) El teléfono al que llama está apagado o fuera de cobertura.",
      "Ha llamado a la clínica San Telmo. (0.5) Nuestro horario es de nueve a dos. (0.4) Los sábados no abrimos. (0.5) Gracias.",
      "Si es usted paciente, diga paciente. (0.4) Si llama de una farmacia, diga farmacia. (4) Perdone, no le he oído. (0.4) Si es usted paciente, diga paciente.",
      "Su llamada está siendo desviada. (0.5) Espere, por favor. MUSIC(4) Contestador de Telefónica. (0.5) BEEP",
      "Hola, somos los García. (0.4) O estamos en la playa o no encontramos el teléfono. (0.6) BEEP",
      "Se ha comunicado con el taller Ruiz. (0.4) Cerramos por vacaciones hasta septiembre. (0.5) Feliz verano.",
      "FAX (2) FAX (2) FAX",
    ],
    human: [
      "Hotel Mirador, recepción, le atiende Lucía, ¿en qué puedo ayudarle? >> Sí, confirmado.",
      "¿Diga? (1) ¿Dígame? >> Sí.",
      "La señora no está, ha salido a comprar. >> Vale, se lo digo.",
      "Espere un momento que bajo la tele. (2.5) Ya, dígame. >> Sí, sí.",
      "Mi mamá está durmiendo. >> No sé. >> Adiós.",
      "Taller Ruiz, hoy cerramos a las dos, ¿qué coche es? >> Sí, mañana voy.",
      "NOISE(1) Oye, te oigo fatal, estoy en el metro. NOISE(3) >> Sí.",
      "!¿Otra vez ustedes? Ya les he dicho que no me llamen más a esta hora, que estoy trabajando. (0.5) >> Que no.",
    ],
  },
  it: {
    machine: [
      "Sono Gigi. (0.4) Sapete come funziona. (0.7) BEEP",
      "Il cliente da lei chiamato non è al momento raggiungibile. (0.8) The customer you are calling is not reachable at the moment. (0.8) Il cliente da lei chiamato non è al momento raggiungibile.",
      "Studio legale Ferri. (0.4) Gli uffici riaprono alle quindici. (0.5) Per le udienze di domani scriva una mail. (0.8) Grazie.",
      "Benvenuto in Acqua Viva. (0.4) Per l'autolettura prema uno. (0.4) Per i guasti prema due. (3) Benvenuto in Acqua Viva. (0.4) Per l'autolettura prema uno.",
      "Ciao! (0.4) Se sei la mamma, sto bene. (0.4) Se sei il capo, sono in riunione. (0.5) BEEP",
      "Attenda in linea. MUSIC(4) Un operatore le risponderà appena possibile. MUSIC(4)",
      "Segreteria di casa Bruni. (0.5) BEEP",
      "Pronto? (1.5) Pronto, chi parla? (1.3) Scherzo, non ci sono. (0.5) BEEP",
    ],
    human: [
      "Farmacia Centrale, buongiorno, sono Marta, mi dica pure. >> Sì, va bene.",
      "Pronto? (1) Pronto, sì? >> Sì.",
      "Il dottore è in sala operatoria, chi devo dire? >> Va bene, riferisco.",
      "Aspetti che prendo gli occhiali. (2.5) Eccomi. >> Sì.",
      "Ciao nonna! >> Ma tu chi sei? >> Mamma!",
      "Trattoria da Gino, stasera siamo al completo, mi spiace. >> Ah sì, va bene.",
      "Sì? (0.4) Chi è? (0.3) Non lo so, non parla. >> Ah, ecco. Sì.",
      "Condominio Aurora, portineria, la signora del terzo piano non risponde al citofono. >> Sì, glielo dico.",
    ],
  },
} as const;
