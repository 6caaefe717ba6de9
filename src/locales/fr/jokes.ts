import type { JokeKind } from "../locale.js";

/** Jokes in French: short, harmless, and written to be heard. */
export const JOKES: Readonly<Record<JokeKind, readonly string[]>> = {
  general: [
    "Un escargot se fait attaquer par deux tortues. À la police, il dit: je ne sais pas, tout est allé si vite.",
    "Garçon, il y a une mouche dans ma soupe. Ne vous inquiétez pas, monsieur, l'araignée du pain va la manger.",
    "Ma grand-mère a commencé à marcher cinq kilomètres par jour à soixante ans. Elle en a quatre-vingt-dix, et nous ne savons plus où elle est.",
    "Que fait une fraise sur un cheval? Tagada, tagada.",
    "Deux poissons rouges sont dans un aquarium. L'un demande: tu sais conduire cet engin?",
    "Qu'est-ce qui est jaune et qui attend? Jonathan.",
  ],
  tech: [
    "Pourquoi les programmeurs préfèrent-ils le noir? Parce que la lumière attire les insectes.",
    "Combien de programmeurs faut-il pour changer une ampoule? Aucun, c'est un problème de matériel.",
    "Pourquoi l'ordinateur est-il allé chez le médecin? Il avait attrapé un virus.",
    "Le mot de passe devait avoir huit caractères, alors j'ai pris Blanche-Neige et les sept nains.",
    "Je vous raconterais bien une blague sur un paquet perdu, mais je ne suis pas sûr qu'elle arrive.",
    "Le nuage est sûr, m'a-t-on dit. Puis il s'est mis à pleuvoir.",
  ],
  dad: [
    "Quel est le comble pour un électricien? De ne pas être au courant.",
    "Que dit une imprimante dans l'eau? J'ai papier.",
    "Pourquoi les plongeurs plongent-ils toujours en arrière? Parce que sinon ils tombent dans le bateau.",
    "Que dit un mur à un autre mur? On se retrouve au coin.",
    "Quel est le comble pour un jardinier? De raconter des salades.",
    "Pourquoi le livre de mathématiques est-il triste? Parce qu'il a trop de problèmes.",
  ],
};
