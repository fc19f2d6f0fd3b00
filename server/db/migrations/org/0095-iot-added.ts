import type { Migration } from '../migration';

export const migration: Migration = {
  id: '0095-iot-added',
  sql: `
-- pieces that an event of a device stands for, as its rule says (50 §2.10 kind 10)
CREATE TABLE $schema.mw_iot_added (
  equipment_id uuid NOT NULL, rule_id uuid NOT NULL, ts bigint NOT NULL, qty numeric NOT NULL,
  PRIMARY KEY (equipment_id, rule_id, ts)
);
CREATE INDEX mw_iot_added_ts ON $schema.mw_iot_added (equipment_id, ts);
`,
};
