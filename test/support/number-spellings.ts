import fc from "fast-check";

/** Entries of a list of denied numbers, as Asterisk's dialplan has them too, each with a number that it means. */
export const DENIED: Readonly<Record<string, string>> = {
  "112": "112",
  "911": "911",
  "999": "999",
  "110": "110",
  "0": "0",
  "*72": "*72",
  "*97": "*97",
  "#21": "#21",
  "*21*": "*21*",
  "+4915112345": "+4915112345",
  "front-desk": "front-desk",
  reception: "reception",
  "anna.smith": "anna.smith",
  room_7: "room_7",
  "11-83": "1183",
  "_0900.": "0900123456",
  "_0-137.": "01375",
  "_00.": "0049301234567",
  "_01[579]X.": "01511234567",
  "_+1900.": "+19005551234",
  "_+[2-9]!": "+2",
  _118XX: "11833",
  _118XXX: "118118",
  _1ZXX: "1999",
  "_NXX-5555": "7735555",
  "_*8X": "*84",
  "_#3!": "#31",
  "_89[249]XXX": "892001",
  "_700[1-35]": "7005",
  _60XX: "6011",
  _77Z: "775",
  "_88!": "88",
  "_090[0-3]!": "0903",
  "_3[2-6]XX": "3611",
  "_4XXXXXXXX.": "4123456789",
  "_5-5-X": "557",
  "_66Z.": "6610",
  "_lab[1-3]": "lab2",
  "_gate-.": "gate-4",
  _1X1X: "1415",
};

const SEPARATORS = fc.stringMatching(/^[-._]{0,3}$/);

/** `count` spellings of a number, the same ones each time: separators anywhere but before it. */
export function spellingsOf(number: string, count: number): string[] {
  const marks = fc.array(SEPARATORS, { minLength: number.length, maxLength: number.length });
  const spelt = marks.map((between) => [...number].map((each, at) => each + between[at]).join(""));
  const dashed = [number, [...number].join("-"), `${number}-`, `${number.slice(0, 1)}--${number.slice(1)}`];
  return [...dashed, ...fc.sample(spelt, { numRuns: count, seed: 29 })]
    .filter((text) => text.length <= 64)
    .slice(0, count);
}
