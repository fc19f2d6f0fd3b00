import type { Migration } from '../migration';

export const migration: Migration = {
  id: '0092-iot-boot',
  sql: `
-- the boot a box was born in last: a last will of another one says nothing of now (50 §2.8)
ALTER TABLE $schema.mw_iot_box ADD COLUMN boot bigint;
`,
};
