import type { Migration } from '../migration';

export const migration: Migration = {
  id: '0006-sync',
  sql: `
-- tables of the installation whose rows become records
CREATE TABLE $schema.mw_sync_table (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  connection text NOT NULL,
  table_name text NOT NULL,
  target text NOT NULL,
  key_columns text[] NOT NULL,
  watermark text,
  map jsonb NOT NULL,
  every int NOT NULL,
  delete_rule text NOT NULL,
  is_disabled boolean NOT NULL DEFAULT false,
  version int NOT NULL DEFAULT 1,
  last_run timestamptz,
  last_result jsonb,
  last_mark text
);
`,
};
