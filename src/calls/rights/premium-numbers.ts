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
