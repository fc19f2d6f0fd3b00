import type { Migration } from '../migration';

export const migration: Migration = {
  id: '0044-step-language',
  sql: `
-- the language of the documents a step was made on: those of before are read through language/migrations
ALTER TABLE $schema.mw_draft_step ADD COLUMN language int NOT NULL DEFAULT 1;
`,
};
