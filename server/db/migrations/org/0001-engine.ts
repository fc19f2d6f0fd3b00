import type { Migration } from '../migration';

export const migration: Migration = {
  id: '0001-engine',
  sql: `
-- answers by the caller's token, kept 30 days: a repeat gets the stored answer, another body is refused
CREATE TABLE $schema.mw_call (
  user_id uuid NOT NULL,
  token text NOT NULL,
  call text NOT NULL,
  body_hash text NOT NULL,
  answer jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, token)
);
CREATE INDEX mw_call_created ON $schema.mw_call (created_at);

-- events of committed transactions, delivered at least once
CREATE TABLE $schema.mw_outbox (
  id uuid PRIMARY KEY,
  seq bigint GENERATED ALWAYS AS IDENTITY,
  event text NOT NULL,
  object text, record_id uuid, nbr text,
  user_id uuid,
  data jsonb NOT NULL DEFAULT '{}',
  request_id text,
  created_at timestamptz NOT NULL DEFAULT now(),
  tries int NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL DEFAULT now(),
  done_at timestamptz,
  error text
);
CREATE INDEX mw_outbox_open ON $schema.mw_outbox (next_at, seq) WHERE done_at IS NULL;

-- who changed what: append only, each row chained to the one before it of the same record
CREATE TABLE $schema.mw_trail (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  object text NOT NULL, record_id uuid NOT NULL, nbr text,
  action text NOT NULL,
  user_id uuid, user_name text,
  changes jsonb NOT NULL DEFAULT '[]',
  request_id text, ip text,
  version int,
  prev_hash text, hash text NOT NULL
);
CREATE INDEX mw_trail_record ON $schema.mw_trail (object, record_id, seq);
CREATE FUNCTION $schema.mw_append_only() RETURNS trigger LANGUAGE plpgsql AS $f$
BEGIN
  RAISE EXCEPTION '% is append only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $f$;
CREATE TRIGGER mw_trail_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON $schema.mw_trail
  FOR EACH STATEMENT EXECUTE FUNCTION $schema.mw_append_only();

-- rows of documents that came from rows of others (push), one per target row
CREATE TABLE $schema.mw_link (
  id uuid PRIMARY KEY,
  push text NOT NULL,
  source_object text NOT NULL, source_id uuid NOT NULL, source_row_id uuid,
  target_object text NOT NULL, target_id uuid NOT NULL, target_row_id uuid,
  qty numeric CHECK (qty <> 'NaN'),
  is_live boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX mw_link_source ON $schema.mw_link (source_object, source_id, source_row_id);
CREATE INDEX mw_link_target ON $schema.mw_link (target_object, target_id, target_row_id);

-- serials of automatic codes, locked to the end of the transaction that takes one
CREATE TABLE $schema.mw_counter (
  rule text NOT NULL,
  scope text NOT NULL,
  value bigint NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (rule, scope)
);

-- settings that differ from the shipped ones
CREATE TABLE $schema.mw_setting (
  key text PRIMARY KEY,
  value jsonb NOT NULL,
  version int NOT NULL DEFAULT 1,
  updated_by_id uuid,
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- the organisation's own documents and its overlays of shipped ones, every published version
CREATE TABLE $schema.mw_document (
  sort text NOT NULL,
  code text NOT NULL,
  version int NOT NULL,
  is_overlay boolean NOT NULL DEFAULT false,
  base text,
  text jsonb NOT NULL,
  hash text NOT NULL,
  note text,
  published_by_id uuid,
  published_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (sort, code, version)
);

-- what table sync did, for reading
CREATE TABLE $schema.mw_table_log (
  id uuid PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  changes jsonb NOT NULL
);
`,
};
