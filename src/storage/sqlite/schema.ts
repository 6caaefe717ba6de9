/**
 * The embedded store's schema. An entry brings a file from the version of its index to the next; files out there have
 * been through the entries that stand here, so they are never changed, only added to.
 *
 * `over_at` is null while a call is not over; `due_at` of a delivery is null while nobody waits for it, and moves on when
 * it is claimed: a lease is nothing but a later due time.
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
];
