/**
 * Short numbers that cost more than a call, of several countries at once, as far as no house is likely to number its telephones
 * so. France's 3xxx and the premium text numbers of five digits are not among them: too many extensions look like these.
 */
const PREMIUM: readonly RegExp[] = [
  /^118\d{0,3}$/, // Directory enquiries in most of Europe, Turkey included.
  /^18\d\d$/, // The same in the Netherlands, Norway and Switzerland.
  /^(?:1234|1223|1225|1245[56]|1240|1254|1256|1288|1207|1307|1407)$/, // The same in Australia, Italy and Belgium.
  /^1?411$/, // The same in North America.
  /^89[2459]\d{3}$/, // Italy's services.
  /^0(?:18|172)$/, // New Zealand's directory enquiries.
];
/** The digit that many PBXs want for an outside line. */
const OUTSIDE_LINE = /^[089](?=118\d{2,3}$)/;

/** Whether a short number is one that bills its caller. @param number as it is dialled, digits alone */
export function isPremiumNumber(number: string): boolean {
  const dialled = number.replace(OUTSIDE_LINE, "");
  return PREMIUM.some((numbers) => numbers.test(dialled));
}
