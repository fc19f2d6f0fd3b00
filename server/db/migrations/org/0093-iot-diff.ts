import type { Migration } from '../migration';

export const migration: Migration = {
  id: '0093-iot-diff',
  sql: `
-- work orders and shifts whose count was told to differ from what was reported: once each (50 §2.9)
CREATE TABLE $schema.mw_iot_diff (
  work_order_id uuid NOT NULL, op_nbr bigint NOT NULL, shift_date date NOT NULL, shift_id uuid,
  UNIQUE NULLS NOT DISTINCT (work_order_id, op_nbr, shift_date, shift_id)
);
`,
};
