import type { Migration } from '../migration';

export const migration: Migration = {
  id: '0004-design',
  sql: `
-- texts keep the order their author gave: not jsonb
ALTER TABLE $schema.mw_document
  ALTER COLUMN text TYPE text USING text::text,
  ADD COLUMN area text NOT NULL DEFAULT '',
  ADD COLUMN is_gone boolean NOT NULL DEFAULT false,
  ADD COLUMN words jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN plan jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN changeset uuid,
  ADD COLUMN published_by text;
-- a published text counts at the next request of every process
CREATE TRIGGER mw_document_version AFTER INSERT OR UPDATE OR DELETE ON $schema.mw_document
  FOR EACH STATEMENT EXECUTE FUNCTION platform.rights_changed();

-- apps of the organisation; their code is the area of their documents
CREATE TABLE $schema.mw_app (
  code text PRIMARY KEY,
  title text NOT NULL,
  icon text,
  colour text,
  owners uuid[] NOT NULL DEFAULT '{}',
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- drafts: changesets over several documents; base = the version each document had when it was opened
CREATE TABLE $schema.mw_draft (
  id uuid PRIMARY KEY,
  app text NOT NULL,
  title text NOT NULL,
  base jsonb NOT NULL DEFAULT '{}',
  areas jsonb NOT NULL DEFAULT '{}',
  seq int NOT NULL DEFAULT 0,
  created_by_id uuid NOT NULL, created_by text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- published or thrown away
  closed_at timestamptz
);
CREATE TABLE $schema.mw_draft_step (
  draft_id uuid NOT NULL REFERENCES $schema.mw_draft (id) ON DELETE CASCADE,
  seq int NOT NULL,
  user_id uuid NOT NULL, user_name text,
  gesture text,
  document text NOT NULL,
  step text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (draft_id, seq)
);
`,
};
