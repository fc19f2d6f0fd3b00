import type { Migration } from '../migration';

export const migration: Migration = {
  id: '0007-forms',
  sql: `
-- what could be typed into forms of documents that were published over since
CREATE TABLE $schema.mw_form (
  object text NOT NULL,
  hash text NOT NULL,
  fields jsonb NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (object, hash)
);
`,
};
