import type { Migration } from '../migration';

export const migration: Migration = {
  id: '0141-iot-noted',
  sql: `
-- what follows from batches of readings that are stored and is not done yet, a row a batch, in the order they were stored
CREATE TABLE $schema.mw_iot_noted (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  body text NOT NULL
);
ALTER TABLE $schema.mw_iot_noted ALTER COLUMN body SET STORAGE EXTERNAL;
`,
};
