import type { Migration } from '../migration';

export const migration: Migration = {
  id: '0050-iot',
  sql: `
-- numbers of messages that are stored, by box: what is repeated is known by them, and what may be forgotten (50 §2.3)
CREATE TABLE $schema.mw_iot_box (
  box_id uuid PRIMARY KEY,
  seqs int8multirange NOT NULL DEFAULT '{}',
  repeated bigint NOT NULL DEFAULT 0,
  lost bigint NOT NULL DEFAULT 0
);

-- readings as they were acquired, ms of the box; a day a partition, made ahead: without one a reading is refused, not hidden.
-- key: points that are mapped to a signal, fast: all others
CREATE TABLE $schema.mw_iot_key (
  point_id uuid NOT NULL, ts bigint NOT NULL,
  value double precision, txt text, q smallint NOT NULL,
  seq bigint NOT NULL, recv_at bigint NOT NULL,
  PRIMARY KEY (point_id, ts)
) PARTITION BY RANGE (ts);
CREATE TABLE $schema.mw_iot_fast (
  point_id uuid NOT NULL, ts bigint NOT NULL,
  value double precision, txt text, q smallint NOT NULL,
  seq bigint NOT NULL, recv_at bigint NOT NULL,
  PRIMARY KEY (point_id, ts)
) PARTITION BY RANGE (ts);
`,
};
