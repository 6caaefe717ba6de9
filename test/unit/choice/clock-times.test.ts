import { describeAnswers, type Questions } from "../../support/spoken-answers.js";

const QUESTIONS: Questions = {
  "en clock": ["At what time shall we ring, eight, half past ten or two o'clock?", "eight", "half past ten", "two"],
  "en party": ["How many people are coming this time, two, four or six?", "two", "four", "six"],
  "en number": ["Tell me the number this time, two, four or six?", "two", "four", "six"],
  "en people": ["How many people are coming, one, two or three?", "one", "two", "three"],
  "de clock": ["Um wie viel Uhr sollen wir anrufen, um neun, um halb elf oder um zwei?", "neun", "halb elf", "zwei"],
  "de people": ["Wie viele Personen kommen, eine, zwei oder drei?", "eine", "zwei", "drei"],
  "fr clock": [
    "Quelle heure préférez-vous, neuf heures, dix heures et demie ou quatorze heures ?",
    "neuf heures",
    "dix heures et demie",
    "quatorze heures",
  ],
  "es clock": ["¿A qué hora le llamamos, a las nueve, a las diez y media o a las dos?", "nueve", "diez y media", "dos"],
  "it clock": ["A che ora la chiamiamo, alle nove, alle dieci e mezza o alle due?", "nove", "dieci e mezza", "due"],
};

const describeRows = describeAnswers(QUESTIONS);

describeRows("a time told in other words", [
  ["en clock", "unclear half past ten", "Half ten", "Ten thirty", "10:30", "At 10:30 please"],
  ["en clock", "unclear two", "Two p.m.", "Two in the afternoon", "14:00"],
  ["en clock", "unclear eight", "Eight in the morning"],
  ["en clock", "two", "Two o'clock", "At two"],
  ["de clock", "unclear halb elf", "Zehn Uhr dreißig", "10:30 Uhr"],
  ["de clock", "unclear zwei", "14 Uhr", "Zwei Uhr nachmittags"],
  ["fr clock", "unclear quatorze heures", "Deux heures de l'après-midi"],
  ["fr clock", "unclear dix heures et demie", "Dix heures trente"],
  ["es clock", "unclear nueve", "A las nueve en punto"],
  ["es clock", "unclear dos", "A las dos de la tarde"],
  ["it clock", "unclear nove", "Alle nove in punto"],
  ["it clock", "unclear due", "Alle due del pomeriggio"],
]);

describeRows("another time", [
  ["en clock", "unclear", "Half past eight", "Two thirty", "Half past two", "A quarter to eight", "Ten o'clock"],
  ["en clock", "unclear", "It's two o'clock now", "At 25:30"],
  ["de clock", "unclear", "Halb neun", "Halb zwei", "Neun Uhr dreißig", "Viertel nach zwei"],
  ["fr clock", "unclear", "Quatorze heures trente", "Neuf heures dix", "Neuf heures moins le quart"],
  ["es clock", "unclear", "Las nueve y media", "Las dos y cuarto"],
  ["it clock", "unclear", "Le nove e mezza", "Le due e un quarto"],
]);

describeRows("a number that is no time", [
  ["en people", "unclear", "Fourteen"],
  ["en party", "unclear", "Sixteen"],
  ["en number", "unclear", "Sixteen"],
  ["de people", "unclear", "Dreizehn", "Es ist zwei Uhr"],
]);
