import type { Migration } from '../migration';

export const migration: Migration = {
  id: '0052-iot-output',
  sql: `
-- when the reading came that booked them: what comes late is told so
ALTER TABLE $schema.mw_iot_count ADD COLUMN recv_at bigint NOT NULL DEFAULT 0;
-- devices whose output by hour and work lags behind their pieces from a moment on; written with the pieces, so none is forgotten
CREATE TABLE $schema.mw_iot_lag (
  equipment_id uuid PRIMARY KEY,
  from_ts bigint NOT NULL,
  stamp bigint NOT NULL DEFAULT 0
);
`,
};
