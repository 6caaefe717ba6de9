/**
 * The clock changes of 2026 to 2028 as the IANA time-zone database 2026f has them: read in its source (`tzdata.zi` of Debian's
 * package tzdata 2026f-0+deb12u1), worked out by hand, and compared with what its `zdump -v -c 2026,2029 ZONE` prints. Each
 * zone names the lines that its changes follow from: `R` is a rule (name, from, to, -, month, day, time, saving, letters;
 * `ma` is for ever; times are of the wall, `u` of UTC), `Z` the last line of the zone (offset, rules, format).
 *
 * Node reads a copy of its own (`process.versions.tz`). Node 20.20.2 has 2025c, which differs from 2026f, in these years, for
 * Morocco and Western Sahara, Cuba, Moldova, and British Columbia, Alberta, the Northwest Territories, Manitoba and Rainy
 * River in Canada. Of the zones below that is Africa/Casablanca, from `changedOn` on.
 */
export interface ZoneTable {
  readonly zone: string;
  /** Minutes ahead of UTC on 1 January 2026. */
  readonly offset: number;
  /** When the clock changes, in UTC, and how many minutes it is ahead from then on. */
  readonly changes: readonly (readonly [at: string, offset: number])[];
  /** Times of day that some change skips, or repeats; any, where there are no changes. */
  readonly skipped: string;
  readonly repeated: string;
  /** From when on, and since which version of the database, it is as it stands here. */
  readonly changedOn?: string;
  readonly since?: string;
}

export const ZONES: readonly ZoneTable[] = [
  {
    // Z -5 u E%sT · R u 2007 ma - Mar Su>=8 2 1 D · R u 2007 ma - N Su>=1 2 0 S
    zone: "America/New_York",
    offset: -300,
    changes: [
      ["2026-03-08T07:00Z", -240],
      ["2026-11-01T06:00Z", -300],
      ["2027-03-14T07:00Z", -240],
      ["2027-11-07T06:00Z", -300],
      ["2028-03-12T07:00Z", -240],
      ["2028-11-05T06:00Z", -300],
    ],
    skipped: "02:30",
    repeated: "01:30",
  },
  {
    // Z -6 u C%sT · the same rules, an hour later
    zone: "America/Chicago",
    offset: -360,
    changes: [
      ["2026-03-08T08:00Z", -300],
      ["2026-11-01T07:00Z", -360],
      ["2027-03-14T08:00Z", -300],
      ["2027-11-07T07:00Z", -360],
      ["2028-03-12T08:00Z", -300],
      ["2028-11-05T07:00Z", -360],
    ],
    skipped: "02:00",
    repeated: "01:00",
  },
  {
    // Z 1 E CE%sT · R E 1981 ma - Mar lastSu 1u 1 S · R E 1996 ma - O lastSu 1u 0 -
    zone: "Europe/Rome",
    offset: 60,
    changes: [
      ["2026-03-29T01:00Z", 120],
      ["2026-10-25T01:00Z", 60],
      ["2027-03-28T01:00Z", 120],
      ["2027-10-31T01:00Z", 60],
      ["2028-03-26T01:00Z", 120],
      ["2028-10-29T01:00Z", 60],
    ],
    skipped: "02:59",
    repeated: "02:59",
  },
  {
    // Z 0 E GMT/BST · the same rules
    zone: "Europe/London",
    offset: 0,
    changes: [
      ["2026-03-29T01:00Z", 60],
      ["2026-10-25T01:00Z", 0],
      ["2027-03-28T01:00Z", 60],
      ["2027-10-31T01:00Z", 0],
      ["2028-03-26T01:00Z", 60],
      ["2028-10-29T01:00Z", 0],
    ],
    skipped: "01:30",
    repeated: "01:30",
  },
  {
    // Z 1 IE IST/GMT · R IE 1981 ma - Mar lastSu 1u 0 - · R IE 1996 ma - O lastSu 1u -1 -
    // Here summer is standard time, and winter has a saving of -1.
    zone: "Europe/Dublin",
    offset: 0,
    changes: [
      ["2026-03-29T01:00Z", 60],
      ["2026-10-25T01:00Z", 0],
      ["2027-03-28T01:00Z", 60],
      ["2027-10-31T01:00Z", 0],
      ["2028-03-26T01:00Z", 60],
      ["2028-10-29T01:00Z", 0],
    ],
    skipped: "01:15",
    repeated: "01:45",
  },
  {
    // Z 10:30 LH %z · R LH 2008 ma - Ap Su>=1 2 0 - · R LH 2008 ma - O Su>=1 2 0:30 -
    // Half an hour: 2:00 becomes 2:30 in October, and 1:30 in April.
    zone: "Australia/Lord_Howe",
    offset: 660,
    changes: [
      ["2026-04-04T15:00Z", 630],
      ["2026-10-03T15:30Z", 660],
      ["2027-04-03T15:00Z", 630],
      ["2027-10-02T15:30Z", 660],
      ["2028-04-01T15:00Z", 630],
      ["2028-09-30T15:30Z", 660],
    ],
    skipped: "02:15",
    repeated: "01:45",
  },
  {
    // Z -4 x %z · R x 2019 ma - Ap Su>=2 3u 0 - · R x 2023 ma - S Su>=2 4u 1 -
    // At midnight: Saturday's 24:00 becomes Sunday's 1:00 in September, and Saturday's 23:00 in April.
    zone: "America/Santiago",
    offset: -180,
    changes: [
      ["2026-04-05T03:00Z", -240],
      ["2026-09-06T04:00Z", -180],
      ["2027-04-04T03:00Z", -240],
      ["2027-09-05T04:00Z", -180],
      ["2028-04-02T03:00Z", -240],
      ["2028-09-03T04:00Z", -180],
    ],
    skipped: "00:30",
    repeated: "23:30",
  },
  {
    // Z -2 E %z · rules as in Rome, which is at 23:00 of Saturday here: the gap is the last hour of a day.
    zone: "America/Nuuk",
    offset: -120,
    changes: [
      ["2026-03-29T01:00Z", -60],
      ["2026-10-25T01:00Z", -120],
      ["2027-03-28T01:00Z", -60],
      ["2027-10-31T01:00Z", -120],
      ["2028-03-26T01:00Z", -60],
      ["2028-10-29T01:00Z", -120],
    ],
    skipped: "23:30",
    repeated: "23:00",
  },
  {
    // Z 2 K EE%sT · R K 2023 ma - Ap lastF 0 1 S · R K 2023 ma - O lastTh 24 0 -
    // The clock changes on days of work.
    zone: "Africa/Cairo",
    offset: 120,
    changes: [
      ["2026-04-23T22:00Z", 180],
      ["2026-10-29T21:00Z", 120],
      ["2027-04-29T22:00Z", 180],
      ["2027-10-28T21:00Z", 120],
      ["2028-04-27T22:00Z", 180],
      ["2028-10-26T21:00Z", 120],
    ],
    skipped: "00:00",
    repeated: "23:30",
  },
  {
    // Z 1 M %z 2026 S 20 2 · Z 0 - %z · R M 2026 o - F 15 3 -1 - · R M 2026 o - Mar 22 2 0 -
    // Back for Ramadan; from 20 September 2026, 2:00, on UTC for good.
    zone: "Africa/Casablanca",
    offset: 60,
    changes: [
      ["2026-02-15T02:00Z", 0],
      ["2026-03-22T02:00Z", 60],
      ["2026-09-20T01:00Z", 0],
    ],
    skipped: "02:30",
    repeated: "02:30",
    changedOn: "2026-09-20",
    since: "2026c",
  },
  {
    // Z 5:45 - %z
    zone: "Asia/Kathmandu",
    offset: 345,
    changes: [],
    skipped: "02:30",
    repeated: "23:59",
  },
  {
    // Z Etc/UTC 0 - UTC
    zone: "UTC",
    offset: 0,
    changes: [],
    skipped: "00:00",
    repeated: "12:00",
  },
];

const MINUTE_MS = 60_000;

/**
 * When a clock that follows the table shows `date` and `time` first, or is set beyond it: each stretch between two changes
 * has one offset, so it is an addition. Nothing but numbers of this file.
 */
export function expectedInstant({ offset, changes }: ZoneTable, date: string, time: string): number {
  const shown = Date.parse(`${date}T${time}:00Z`);
  const bounds = [-Infinity, ...changes.map(([at]) => Date.parse(at)), Infinity];
  const offsets = [offset, ...changes.map(([, later]) => later)];
  for (const [i, minutes] of offsets.entries()) {
    const at = shown - minutes * MINUTE_MS;
    const [from = 0, until = 0] = [bounds[i], bounds[i + 1]];
    if (at < from) return from; // The change skipped it.
    if (at < until) return at;
  }
  throw new RangeError(`${date} ${time} is beyond the table`);
}
