import type { Migration } from '../migration';

export const migration: Migration = {
  id: '0140-field-rename',
  sql: `
-- fields that got another code: entries of the trail up to trail_seq say them by path, which is called now since
CREATE TABLE $schema.mw_field_rename (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  object text NOT NULL, path text NOT NULL, now text NOT NULL,
  trail_seq bigint NOT NULL
);
CREATE INDEX mw_field_rename_object ON $schema.mw_field_rename (object, seq);
`,
};
