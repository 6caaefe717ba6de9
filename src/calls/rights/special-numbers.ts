/**
 * Numbers of police, fire brigade and ambulance in all countries: callers may come from anywhere, and the country of the PBX
 * is not known. Source: the short-number metadata of libphonenumber 9.0.43 (`emergency`), written out.
 */
const WRITTEN_OUT = `
  01 02 03 13 14 15 16 17 18 19 90 91 92 93 94
  000 001 002 003 011 019 022 033 050 060 065 066 068 080 085 088
  100 101 102 103 104 105 106 107 108 110 111 112 113 114 115 116 117 118 119
  120 122 123 124 125 127 128 129 130 131 132 133 140 144
  150 151 152 153 154 155 156 157 158 159 160 166 170 171 172 175 177 180 188
  190 191 192 193 194 195 197 198 199
  211 311 333 355 511 555 666 819 888
  901 902 903 911 912 913 917 919 922 933 939 955 977
  990 991 992 993 994 995 996 997 998 999
  1122 1220 1298 1444 1669 1730 2611 9999 10111 10177 90000
  124422 127799 201606 201917 202099 202914 320221 723141
`;
/** Gabon: each station has a number of its own. */
const BLOCK = /^13\d\d$/;
/** An emergency number behind the digit for an outside line. Only those that are unlikely to be extensions. */
const BEHIND_A_PREFIX = /^[089](?:112|911|999)$/;

const NUMBERS: ReadonlySet<string> = new Set(WRITTEN_OUT.trim().split(/\s+/));

/** Whether dialling a number may raise an alarm. Characters other than digits are ignored, as exchanges do: 9-1-1 is 911. */
export function isEmergencyNumber(number: string): boolean {
  const digits = number.replace(/\D/g, "");
  return NUMBERS.has(digits) || BLOCK.test(digits) || BEHIND_A_PREFIX.test(digits);
}

/**
 * Short numbers that cost more than a normal call, of several countries at once, except those that are likely to be
 * extensions: France's 3xxx and the premium text numbers of five digits look too much like them.
 */
const PREMIUM: readonly RegExp[] = [
  /^118\d{0,3}$/, // Directory enquiries in most of Europe, Turkey included.
  /^18\d\d$/, // The same in the Netherlands, Norway and Switzerland.
  /^(?:1234|1223|1225|1245[56]|1240|1254|1256|1288|1207|1307|1407)$/, // The same in Australia, Italy and Belgium.
  /^1?411$/, // The same in North America.
  /^89[2459]\d{3}$/, // Italy's services.
  /^0(?:18|172)$/, // New Zealand's directory enquiries.
];
/** The digit that many PBXs require for an outside line. */
const OUTSIDE_LINE = /^[089](?=118\d{2,3}$)/;

/** Whether a short number charges a premium. @param number as it is dialled, digits only */
export function isPremiumNumber(number: string): boolean {
  const dialled = number.replace(OUTSIDE_LINE, "");
  return PREMIUM.some((numbers) => numbers.test(dialled));
}
