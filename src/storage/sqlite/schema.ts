/**
 * The embedded store's schema. An entry brings a file from the version of its index to the next; files out there have
 * been through the entries that stand here, so they are never changed, only added to.
 *
 * `over_at` is null while a call is not over; `due_at` of a delivery is null while nobody waits for it, and moves on when
 * it is claimed: a lease is nothing but a later due time.
 *
 * `at` of a schedule is when it is due next, or, of one that is `over`, when its latest run was.
 */
export const STORE_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE calls (
    call_id TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    created_at REAL NOT NULL,
    over_at REAL,
    status TEXT NOT NULL,
    record TEXT NOT NULL
  ) STRICT;
  CREATE INDEX calls_by_creation ON calls (created_at, call_id);
  CREATE INDEX calls_by_status ON calls (status, created_at, call_id);
  CREATE INDEX calls_by_end ON calls (over_at, call_id) WHERE over_at IS NOT NULL;
  CREATE INDEX calls_unfinished ON calls (owner, created_at, call_id) WHERE over_at IS NULL;

  CREATE TABLE transcripts (
    call_id TEXT PRIMARY KEY,
    entries TEXT NOT NULL
  ) STRICT;

  CREATE TABLE deliveries (
    delivery_id TEXT PRIMARY KEY,
    call_id TEXT NOT NULL,
    created_at REAL NOT NULL,
    due_at REAL,
    delivery TEXT NOT NULL
  ) STRICT;
  CREATE INDEX deliveries_by_call ON deliveries (call_id, created_at, delivery_id);
  CREATE INDEX deliveries_due ON deliveries (due_at, delivery_id) WHERE due_at IS NOT NULL;

  CREATE TABLE idempotency_keys (
    key TEXT PRIMARY KEY,
    fingerprint TEXT NOT NULL,
    keep_until REAL NOT NULL,
    answer TEXT
  ) STRICT;
  CREATE INDEX idempotency_keys_by_end ON idempotency_keys (keep_until);

  CREATE TABLE signs_of_life (id INTEGER PRIMARY KEY CHECK (id = 1), at REAL NOT NULL) STRICT;
  `,
  `
  CREATE TABLE schedules (
    schedule_id TEXT PRIMARY KEY,
    revision INTEGER NOT NULL,
    kind TEXT NOT NULL,
    set_by TEXT,
    paused INTEGER NOT NULL,
    over INTEGER NOT NULL,
    at REAL NOT NULL,
    schedule TEXT NOT NULL
  ) STRICT;
  CREATE INDEX schedules_by_time ON schedules (over, at, schedule_id);
  CREATE INDEX schedules_due ON schedules (over, paused, at, schedule_id);
  CREATE INDEX schedules_by_kind ON schedules (kind, over, at, schedule_id);
  CREATE INDEX schedules_by_setter ON schedules (set_by, over, at, schedule_id) WHERE set_by IS NOT NULL;

  CREATE TABLE occurrences (
    occurrence_id TEXT PRIMARY KEY,
    schedule_id TEXT NOT NULL,
    due_at REAL NOT NULL,
    state TEXT NOT NULL,
    owner TEXT NOT NULL,
    lease_until REAL NOT NULL,
    call_id TEXT NOT NULL,
    channel_id TEXT,
    outcome TEXT,
    error TEXT
  ) STRICT;
  CREATE INDEX occurrences_by_schedule ON occurrences (schedule_id, due_at, occurrence_id);
  CREATE INDEX occurrences_over ON occurrences (due_at) WHERE state = 'over';
  CREATE INDEX occurrences_owned ON occurrences (owner, due_at, occurrence_id) WHERE state <> 'over';
  CREATE INDEX occurrences_leased ON occurrences (lease_until) WHERE state <> 'over';
  `,
  `
  -- Times are ms since the epoch; data is JSON, attributes too: what nothing is searched or sorted by.
  CREATE TABLE agenda_jobs (
    job_id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    priority REAL NOT NULL,
    next_run_at REAL,
    locked_at REAL,
    last_run_at REAL,
    last_finished_at REAL,
    failed_at REAL,
    repeats INTEGER NOT NULL,
    disabled INTEGER NOT NULL,
    data TEXT NOT NULL,
    attributes TEXT NOT NULL
  ) STRICT;
  CREATE INDEX agenda_jobs_due ON agenda_jobs (name, next_run_at, priority DESC) WHERE locked_at IS NULL;
  CREATE INDEX agenda_jobs_locked ON agenda_jobs (name, locked_at) WHERE locked_at IS NOT NULL;
  CREATE INDEX agenda_jobs_by_schedule ON agenda_jobs (json_extract(data, '$."scheduleId"'));
  `,
];
