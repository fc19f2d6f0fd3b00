import type { Migration } from '../migration';

export const migration: Migration = {
  id: '0002-files',
  sql: `
-- uploaded files; their bytes lie in DATA_DIR/files by id and hash
CREATE TABLE $schema.mw_file (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  ext text NOT NULL,
  mime text NOT NULL,
  file_type text NOT NULL,
  size bigint NOT NULL,
  sha256 text NOT NULL,
  width int, height int,
  biz_type text,
  uploaded_by_id uuid NOT NULL, uploaded_by text,
  uploaded_at timestamptz NOT NULL DEFAULT now(),
  -- since when no record holds it; null = held
  free_since timestamptz DEFAULT now()
);
CREATE INDEX mw_file_free ON $schema.mw_file (free_since) WHERE free_since IS NOT NULL;

-- the fields of records that hold a file
CREATE TABLE $schema.mw_file_use (
  file_id uuid NOT NULL REFERENCES $schema.mw_file (id),
  object text NOT NULL, record_id uuid NOT NULL,
  path text NOT NULL,
  PRIMARY KEY (file_id, object, record_id, path)
);
CREATE INDEX mw_file_use_record ON $schema.mw_file_use (object, record_id);
`,
};
