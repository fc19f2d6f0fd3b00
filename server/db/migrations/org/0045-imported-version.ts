import type { Migration } from '../migration';

export const migration: Migration = {
  id: '0045-imported-version',
  sql: `
-- versions that a package brought: the next one is merged with what came then
ALTER TABLE $schema.mw_document ADD COLUMN is_imported boolean NOT NULL DEFAULT false;
UPDATE $schema.mw_document SET is_imported = true WHERE note LIKE '导入应用包%';
`,
};
