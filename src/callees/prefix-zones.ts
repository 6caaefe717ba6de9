/**
 * Time zones by the first digits of international numbers. Zones that keep the same time within a country are named once; a mobile
 * telephone may be anywhere in its country. Source: the time zones of libphonenumber 9.0.43, by prefixes of up to four digits.
 */
const WRITTEN_OUT = `
  Pacific/Honolulu America/Adak America/Anchorage America/Los_Angeles America/Phoenix America/Denver America/Regina
  America/Chicago America/Cayman America/New_York America/Puerto_Rico America/Halifax America/St_Johns: 1;
  America/New_York: 1201 1202 1203 1207 1212 1215 1216 1220 1223 1226 1227 1229 1231 1234 1239 1240 1242 1248 1249
  1252 1260 1263 1267 1269 1272 1273 1276 1283 1289 1301 1302 1304 1305 1313 1315 1317 1321 1324 1326 1329 1330 1332
  1336 1339 1343 1347 1351 1352 1354 1363 1364 1365 1367 1380 1382 1386 1401 1404 1407 1410 1412 1413 1416 1419 1434
  1437 1438 1440 1443 1445 1448 1450 1463 1468 1470 1472 1475 1478 1484 1502 1508 1513 1514 1516 1517 1518 1519 1540
  1548 1551 1561 1567 1570 1571 1579 1581 1582 1585 1586 1603 1607 1609 1610 1613 1614 1616 1617 1631 1640 1645 1646
  1647 1649 1656 1667 1678 1680 1681 1683 1686 1703 1704 1705 1706 1716 1717 1718 1724 1727 1728 1732 1734 1740 1742
  1743 1753 1754 1757 1762 1765 1770 1771 1772 1774 1781 1786 1802 1803 1804 1810 1813 1814 1819 1821 1826 1828 1835
  1838 1839 1843 1845 1848 1854 1856 1857 1859 1860 1862 1863 1864 1865 1873 1878 1904 1905 1908 1910 1912 1914 1917
  1919 1929 1930 1934 1937 1941 1942 1943 1947 1948 1954 1959 1973 1978 1980 1984 1989; America/Chicago: 1204 1205
  1210 1214 1217 1218 1224 1225 1228 1235 1251 1254 1256 1262 1274 1281 1309 1312 1314 1316 1318 1319 1320 1325 1327
  1331 1334 1337 1346 1353 1361 1402 1405 1409 1414 1417 1430 1431 1432 1447 1464 1469 1474 1479 1501 1504 1507 1512
  1515 1531 1534 1539 1557 1563 1572 1573 1580 1584 1601 1608 1612 1615 1618 1629 1630 1636 1641 1651 1659 1660 1662
  1682 1689 1708 1712 1713 1715 1726 1730 1731 1737 1763 1769 1773 1779 1806 1815 1816 1817 1830 1832 1847 1870 1872
  1901 1903 1913 1918 1920 1931 1936 1938 1940 1945 1952 1956 1972 1975 1979 1985 505; America/Los_Angeles: 1206 1209
  1213 1236 1253 1257 1279 1323 1341 1350 1360 1369 1408 1415 1424 1425 1442 1458 1503 1509 1510 1530 1559 1562 1564
  1604 1619 1626 1628 1650 1657 1661 1669 1672 1702 1707 1714 1725 1738 1747 1760 1778 1805 1818 1820 1831 1840 1858
  1909 1916 1925 1949 1951 1971; America/Chicago America/New_York: 1219 1270 1423 1574 1606 1807 1812 1850 1906;
  America/Puerto_Rico: 1246 1264 1268 1284 1340 1473 1664 1721 1758 1767 1784 1787 1809 1829 1849 1868 1869 1939;
  America/Los_Angeles America/Denver: 1250 1541 1775 1986; America/Denver: 1303 1307 1368 1385 1403 1406 1435 1505
  1575 1587 1719 1720 1748 1780 1801 1825 1915 1970 1983; America/Regina: 1306 1639; America/Denver America/Chicago:
  1308 1605 1620 1701 1785; America/Cayman: 1345 1658 1876; America/New_York America/Halifax: 1418; America/Halifax:
  1428 1441 1506 1782 1902; America/Phoenix: 1480 1520 1602 1623; Pacific/Guam: 1670 1671; Pacific/Pago_Pago: 1684;
  America/Halifax America/St_Johns: 1709; Pacific/Honolulu: 1808; America/Los_Angeles America/Phoenix America/Denver
  America/Chicago America/New_York: 1867; America/Puerto_Rico America/St_Johns: 1879; Pacific/Honolulu America/Adak
  America/Anchorage: 1907; America/Phoenix America/Denver: 1928; Africa/Cairo: 20; Africa/Nairobi: 211 254;
  Africa/Casablanca: 212; Africa/Algiers: 213; Africa/Tunis: 216; Africa/Tripoli: 218; Africa/Banjul: 220;
  Africa/Dakar: 221; Africa/Nouakchott: 222; Africa/Bamako: 223; Africa/Conakry: 224; Africa/Abidjan: 225;
  Africa/Ouagadougou: 226; Africa/Niamey: 227; Africa/Lome: 228; Africa/Porto-Novo: 229; Indian/Mauritius: 230;
  Atlantic/Reykjavik: 231 245 354; Africa/Freetown: 232; Africa/Accra: 233; Africa/Lagos: 234; Africa/Ndjamena: 235;
  Africa/Bangui: 236; Africa/Douala: 237; Atlantic/Cape_Verde: 238; Africa/Sao_Tome: 239; Africa/Malabo: 240;
  Africa/Libreville: 241; Africa/Brazzaville: 242; Africa/Kinshasa Africa/Lubumbashi: 243; Africa/Kinshasa: 2431 2433
  2434 2435 2436; Africa/Lubumbashi: 2432; Africa/Luanda: 244; Indian/Chagos: 246; Atlantic/St_Helena: 247 290;
  Indian/Mahe: 248; Africa/Khartoum: 249; Africa/Kigali: 250; Africa/Addis_Ababa: 251; Africa/Mogadishu: 252;
  Africa/Djibouti: 253; Africa/Dar_es_Salaam: 255; Africa/Kampala: 256; Africa/Bujumbura: 257; Africa/Maputo: 258;
  Africa/Lusaka: 260; Indian/Antananarivo: 261; Indian/Mayotte Indian/Reunion: 262; Africa/Harare: 263;
  Africa/Windhoek: 264; Africa/Blantyre: 265; Africa/Maseru: 266; Africa/Gaborone: 267; Africa/Mbabane: 268;
  Indian/Comoro: 269; Africa/Johannesburg: 27; Africa/Asmara: 291; America/Aruba: 297; Atlantic/Faroe: 298;
  America/Thule America/Nuuk: 299; America/Nuuk: 2991 2993 2996 2998; Europe/Athens: 30; Europe/Amsterdam: 31;
  Europe/Brussels: 32; Europe/Paris: 33; Atlantic/Canary Europe/Madrid: 34; Europe/Madrid: 344 345; Europe/Gibraltar:
  350; Atlantic/Azores Europe/Lisbon: 351; Europe/Luxembourg: 352; Europe/London: 353 44; Europe/Tirane: 355;
  Europe/Malta: 356; Asia/Nicosia: 357; Europe/Helsinki: 358; Europe/Sofia: 359; Europe/Budapest: 36;
  Europe/Bucharest: 370 371 372 40; Europe/Chisinau: 373; Asia/Yerevan: 374; Europe/Moscow: 375 736 747 748 749 7803
  7804 781 782 783 7841 7843 7844 7845 7847 7855 7856 7857 786 787; Europe/Andorra: 376; Europe/Monaco: 377;
  Europe/San_Marino: 378; Europe/Kyiv: 380; Europe/Belgrade: 381 383; Europe/Podgorica: 382; Europe/Zagreb: 385;
  Europe/Ljubljana: 386; Europe/Sarajevo: 387; Europe/Skopje: 389; Europe/Rome: 39; Europe/Zurich: 41; Europe/Prague:
  420; Europe/Bratislava: 421; Europe/Vaduz: 423; Europe/Vienna: 43; Europe/Copenhagen: 45; Europe/Stockholm: 46;
  Europe/Oslo: 47; Europe/Warsaw: 48; Europe/Berlin: 49; Atlantic/Stanley: 500; America/Belize: 501;
  America/Guatemala: 502; America/El_Salvador: 503; America/Tegucigalpa: 504; America/Costa_Rica: 506; America/Panama:
  507; America/Miquelon: 508; America/Port-au-Prince: 509; America/Lima: 51; America/Tijuana America/Mazatlan
  America/Ciudad_Juarez America/Mexico_City America/Matamoros America/Cancun America/New_York: 52; America/Tijuana
  America/Mexico_City America/New_York: 522; America/Mazatlan America/Mexico_City: 523; America/Mexico_City: 524 525
  527; America/Mazatlan America/Matamoros: 5262; America/Mazatlan: 5263 5269; America/Tijuana America/Mazatlan
  America/Mexico_City: 5264; America/Mexico_City America/Matamoros: 528; America/Mexico_City America/Cancun: 529;
  America/Havana: 53; America/Argentina/Buenos_Aires: 54; America/Rio_Branco America/Manaus America/Sao_Paulo
  America/Noronha: 55; America/Sao_Paulo: 551 552 553 554 5550 5551 5553 5554 5561 5562 5563 5564 557 5590 5596 5598
  5599; America/Manaus America/Sao_Paulo: 5555 5567 5569 559; America/Manaus: 5565 5566; America/Rio_Branco: 5568;
  America/Sao_Paulo America/Noronha: 558; America/Santiago: 56; America/Bogota: 57; America/Caracas: 58;
  America/Guadeloupe: 590; America/La_Paz: 591; America/Guyana: 592; Pacific/Galapagos America/Guayaquil: 593;
  America/Guayaquil: 5932 5933 5934 5936 5937 5939; America/Cayenne: 594; America/Asuncion: 595; America/Martinique:
  596; America/Paramaribo: 597; America/Montevideo: 598; America/Curacao: 599; Asia/Kuching: 60; Indian/Cocos
  Indian/Christmas Australia/Perth Australia/Eucla Australia/Brisbane Australia/Adelaide Australia/Sydney
  Australia/Lord_Howe: 61; Australia/Sydney: 611 613; Australia/Sydney Australia/Lord_Howe: 612; Australia/Brisbane
  Australia/Sydney: 617; Australia/Perth Australia/Adelaide: 6186 6187 6188; Indian/Cocos Indian/Christmas
  Australia/Perth Australia/Eucla Australia/Adelaide: 6189; Asia/Jakarta Asia/Makassar Asia/Jayapura: 62; Asia/Jakarta
  Asia/Makassar: 621 6237 6253; Asia/Jakarta: 622 6231 6232 6233 6234 6235 6256 626 627; Asia/Makassar: 6236 6238 6254
  6255; Asia/Jayapura: 6290 6298; Asia/Jakarta Asia/Jayapura: 6291 6292; Asia/Manila: 63; Pacific/Auckland
  Pacific/Chatham: 64; Pacific/Auckland: 641 644 645 646 647 648 649; Asia/Singapore: 65; Asia/Bangkok: 66; Asia/Dili:
  670; Pacific/Norfolk: 672; Asia/Brunei: 673; Pacific/Nauru: 674; Pacific/Port_Moresby: 675; Pacific/Tongatapu: 676;
  Pacific/Guadalcanal: 677; Pacific/Efate: 678; Pacific/Fiji: 679; Pacific/Palau: 680; Pacific/Wallis: 681;
  Pacific/Rarotonga: 682; Pacific/Niue: 683; Pacific/Apia: 685; Pacific/Tarawa Pacific/Enderbury Pacific/Kiritimati:
  686; Pacific/Noumea: 687; Pacific/Funafuti: 688; Pacific/Tahiti Pacific/Marquesas Pacific/Gambier: 689;
  Pacific/Tahiti: 6894; Pacific/Fakaofo: 690; Pacific/Chuuk Pacific/Kosrae: 691; Pacific/Majuro: 692;
  Europe/Kaliningrad Europe/Moscow Europe/Samara Asia/Almaty Asia/Omsk Asia/Krasnoyarsk Asia/Irkutsk Asia/Yakutsk
  Asia/Vladivostok Asia/Magadan Asia/Anadyr: 7; Asia/Irkutsk: 7301 7395; Asia/Yakutsk: 7302 7411 7416; Asia/Almaty:
  733 734 735 77; Europe/Samara: 7341 7842 7846 7848 7851; Asia/Omsk: 7381; Asia/Krasnoyarsk: 7382 7383 7384 7385 7388
  7390 7391 7394; Europe/Kaliningrad: 740; Asia/Magadan: 7413 7424; Asia/Anadyr: 7415 7427; Asia/Vladivostok: 7421
  7423 7426; Europe/Moscow Asia/Almaty: 7800 7808 7809 7810; Europe/Kaliningrad Europe/Moscow: 7840; Asia/Tokyo: 81;
  Asia/Seoul: 82; Asia/Ho_Chi_Minh: 84; Asia/Pyongyang: 850; Asia/Hong_Kong: 852; Asia/Shanghai: 853 86;
  Asia/Phnom_Penh: 855; Asia/Vientiane: 856; Asia/Dhaka: 880; Asia/Taipei: 886; Europe/Istanbul: 90; Asia/Kolkata: 91;
  Asia/Karachi: 92; Asia/Kabul: 93; Asia/Colombo: 94; Asia/Yangon: 95; Indian/Maldives: 960; Asia/Beirut: 961;
  Asia/Amman: 962; Asia/Damascus: 963; Asia/Baghdad: 964; Asia/Kuwait: 965; Asia/Riyadh: 966; Asia/Aden: 967;
  Asia/Muscat: 968; Asia/Hebron: 970; Asia/Dubai: 971; Asia/Jerusalem: 972; Asia/Bahrain: 973; Asia/Qatar: 974;
  Asia/Thimphu: 975; Asia/Hovd Asia/Ulaanbaatar: 976; Asia/Ulaanbaatar: 9765 9766 9767; Asia/Kathmandu: 977;
  Asia/Tehran: 98; Asia/Dushanbe: 992; Asia/Ashgabat: 993; Asia/Baku: 994; Asia/Tbilisi: 995; Asia/Bishkek: 996;
  Asia/Tashkent: 998
`;
const LONGEST = 4;

const ZONES: ReadonlyMap<string, readonly string[]> = new Map(
  WRITTEN_OUT.split(";").flatMap((entry) => {
    const [zones = "", prefixes = ""] = entry.split(":").map((part) => part.trim());
    return prefixes.split(/\s+/).map((prefix): [string, readonly string[]] => [prefix, zones.split(/\s+/)]);
  }),
);

/**
 * Returns the time zones in which a number may be, by its longest known prefix; undefined when none is known, as for satellites.
 *
 * @param digits the country code and what follows
 */
export function zonesOfPrefix(digits: string): readonly string[] | undefined {
  for (let length = LONGEST; length > 0; length--) {
    const zones = ZONES.get(digits.slice(0, length));
    if (zones) return zones;
  }
  return undefined;
}
