import type { Migration } from '../migration';

const SLOT = `
  point_id uuid NOT NULL, ts bigint NOT NULL,
  n int NOT NULL, v_min double precision, v_max double precision, v_sum double precision,
  v_first double precision, v_last double precision,
  delta double precision NOT NULL, edges int NOT NULL, late int NOT NULL,
  good_ms bigint NOT NULL, on_ms bigint NOT NULL, est boolean NOT NULL, delta_est boolean NOT NULL,
  PRIMARY KEY (point_id, ts)`;

export const migration: Migration = {
  id: '0061-iot-slot',
  sql: `
-- readings of a point rolled up by minute, hour and day, each from the one before; ts = begin of the slot in factory time (50 §2.11).
-- n: usable readings; delta: what it rose by since the reading before; good_ms, on_ms: covered by a reading, by one that is not 0;
-- est: a reading is estimated; delta_est: it fell, or rose over a time nobody read it. Minutes are a day a partition, like readings
CREATE TABLE $schema.mw_iot_minute (${SLOT}) PARTITION BY RANGE (ts);
CREATE TABLE $schema.mw_iot_hour (${SLOT});
CREATE TABLE $schema.mw_iot_day (${SLOT});
-- points whose slots lag behind their readings, by hour; written with the readings, so none is forgotten
CREATE TABLE $schema.mw_iot_slot_dirty (
  point_id uuid NOT NULL, hour bigint NOT NULL,
  from_ts bigint NOT NULL, to_ts bigint NOT NULL, stamp bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (point_id, hour)
);
CREATE INDEX mw_iot_slot_dirty_from ON $schema.mw_iot_slot_dirty (from_ts);
-- what did not become a reading, by the hour it was heard of: values of a point that were refused, messages a box lost
CREATE TABLE $schema.mw_iot_drop (
  of_id uuid NOT NULL, hour bigint NOT NULL, n bigint NOT NULL,
  PRIMARY KEY (of_id, hour)
);
CREATE INDEX mw_iot_drop_hour ON $schema.mw_iot_drop (hour);
-- readings of before, as far back as minutes are made ahead of them
INSERT INTO $schema.mw_iot_slot_dirty (point_id, hour, from_ts, to_ts)
SELECT point_id, ts / 3600000 * 3600000, min(ts), max(ts)
  FROM (SELECT point_id, ts FROM $schema.mw_iot_key UNION ALL SELECT point_id, ts FROM $schema.mw_iot_fast) r
 WHERE ts >= (extract(epoch FROM now()) * 1000)::bigint - 30 * 86400000::bigint GROUP BY 1, 2;
`,
};
