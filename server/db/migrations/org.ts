import type { Migration } from './migration';

/**
 * Tables every organisation has besides those of its objects. Their names start with `mw_`, which no object's table can
 * (object codes have no underscore, and a code `mw…` becomes `mw…` without one).
 */
export const ORG_MIGRATIONS: readonly Migration[] = [
  {
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
  },
  {
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
  },
  {
    id: '0003-list-settings',
    sql: `
-- search schemes people keep: their own, those of a role, and conditions too long for an address (temporary, by their hash)
CREATE TABLE $schema.mw_scheme (
  id uuid PRIMARY KEY,
  type text NOT NULL,
  name text NOT NULL,
  content jsonb NOT NULL,
  owner_id uuid,
  role_code text,
  is_default boolean NOT NULL DEFAULT false,
  temporary boolean NOT NULL DEFAULT false,
  hash text,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX mw_scheme_owner ON $schema.mw_scheme (owner_id, type, name) WHERE owner_id IS NOT NULL;
CREATE UNIQUE INDEX mw_scheme_role ON $schema.mw_scheme (role_code, type, name) WHERE role_code IS NOT NULL;
CREATE UNIQUE INDEX mw_scheme_temporary ON $schema.mw_scheme (type, hash) WHERE temporary = true;
CREATE INDEX mw_scheme_type ON $schema.mw_scheme (type) WHERE temporary = false;

-- the scheme a person's list opens with; '' = none
CREATE TABLE $schema.mw_scheme_default (
  user_id uuid NOT NULL,
  type text NOT NULL,
  scheme text NOT NULL,
  PRIMARY KEY (user_id, type)
);

-- columns of lists: chosen, order, widths, pins
CREATE TABLE $schema.mw_field_search (
  id uuid PRIMARY KEY,
  type text NOT NULL,
  owner_id uuid,
  role_code text,
  content jsonb NOT NULL,
  version int NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX mw_field_search_owner ON $schema.mw_field_search (owner_id, type) WHERE owner_id IS NOT NULL;
CREATE UNIQUE INDEX mw_field_search_role ON $schema.mw_field_search (role_code, type) WHERE role_code IS NOT NULL;
`,
  },
  {
    id: '0003-live',
    sql: `
-- who listens hears of every written record once its transaction is committed
CREATE FUNCTION $schema.mw_live_notify() RETURNS trigger LANGUAGE plpgsql AS $f$
BEGIN
  PERFORM pg_notify('mw_live', 'w ' || TG_TABLE_SCHEMA || ' ' || NEW.object || ' ' || NEW.record_id);
  RETURN NULL;
END $f$;
CREATE TRIGGER mw_live_trail AFTER INSERT ON $schema.mw_trail
  FOR EACH ROW EXECUTE FUNCTION $schema.mw_live_notify();
`,
  },
  {
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
  },
  {
    id: '0005-sandbox',
    sql: `
-- previews of drafts: their tables stand in a schema try_<id> for an hour
CREATE TABLE $schema.mw_sandbox (
  id text PRIMARY KEY,
  draft_id uuid NOT NULL,
  seq int NOT NULL,
  user_id uuid NOT NULL,
  as_role text, as_user uuid,
  until timestamptz NOT NULL
);
`,
  },
  {
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
  },
  {
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
  },
  {
    id: '0008-platform-views',
    sql: `
-- what the installation keeps of this organisation, as records (storage: migration)
CREATE FUNCTION $schema.mw_org() RETURNS uuid LANGUAGE sql STABLE AS $f$
  SELECT id FROM platform.org WHERE '"org_' || code || '"' = '$schema'
$f$;
CREATE VIEW $schema.auth_session AS
  SELECT s.id, s.version, NULL::uuid AS created_by_id, s.created_at, s.updated_by_id, s.updated_at, 0::smallint AS is_deleted,
         '{}'::jsonb AS ext, s.user_id, s.kind::text AS kind, s.ip, s.client, s.created_at AS started_at, s.last_seen_at, s.expires_at,
         s.revoked_at, s.revoke_reason
    FROM platform.auth_session s WHERE s.org_id = (SELECT $schema.mw_org());
-- a session is only ended here
CREATE FUNCTION $schema.mw_end_session() RETURNS trigger LANGUAGE plpgsql AS $f$
BEGIN
  UPDATE platform.auth_session
     SET revoked_at = coalesce(revoked_at, NEW.revoked_at), revoke_reason = coalesce(revoke_reason, NEW.revoke_reason),
         version = NEW.version, updated_by_id = NEW.updated_by_id, updated_at = NEW.updated_at
   WHERE id = OLD.id;
  RETURN NEW;
END $f$;
CREATE TRIGGER mw_end_session INSTEAD OF UPDATE ON $schema.auth_session
  FOR EACH ROW EXECUTE FUNCTION $schema.mw_end_session();

-- one log over what was changed and who signed in; ids follow from their sources
CREATE FUNCTION $schema.mw_trail_id(seq bigint) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $f$
  SELECT ('00000000-0000-7000-8000-' || lpad(to_hex(seq), 12, '0'))::uuid
$f$;
CREATE INDEX mw_trail_log ON $schema.mw_trail ($schema.mw_trail_id(seq));
CREATE INDEX mw_trail_at ON $schema.mw_trail (at);
CREATE VIEW $schema.oper_log AS
  SELECT $schema.mw_trail_id(t.seq) AS id, 1 AS version, t.user_id AS created_by_id, t.at AS created_at, NULL::uuid AS updated_by_id,
         t.at AS updated_at, 0::smallint AS is_deleted, '{}'::jsonb AS ext, t.at AS time,
         CASE WHEN t.object IN ('role', 'deptRole', 'user', 'sysConfig', 'passwordPolicy') THEN '80' ELSE '30' END AS sort,
         t.user_id, t.user_name, t.object, t.record_id AS doc_id, t.nbr AS doc_nbr, t.action, '1' AS result, NULL::text AS msg,
         t.ip, NULL::text AS client, t.request_id
    FROM $schema.mw_trail t
  UNION ALL
  SELECT l.id, 1, l.user_id, l.at, NULL, l.at, 0::smallint, '{}'::jsonb, l.at, '10', l.user_id, l.login_name, NULL, NULL, NULL, l.act,
         CASE WHEN l.ok THEN '1' ELSE '0' END, l.msg, l.ip, l.client, l.request_id
    FROM platform.sign_log l WHERE l.org_id = (SELECT $schema.mw_org());
CREATE VIEW $schema.oper_log_changes AS
  SELECT md5(t.seq || ' ' || c.no)::uuid AS id, $schema.mw_trail_id(t.seq) AS head_id, (c.no * 10)::int AS line_no, '{}'::jsonb AS ext,
         c.change ->> 'title' AS title, (c.change ->> 'line')::bigint AS line, c.change ->> 'from' AS before, c.change ->> 'to' AS after
    FROM $schema.mw_trail t, LATERAL jsonb_array_elements(t.changes) WITH ORDINALITY AS c(change, no);
`,
  },
  {
    id: '0009-flow',
    sql: `
-- running and ended approvals: the text they run by and where they stand (tokens, visits, tasks); people read flowInstance and flowTask
CREATE TABLE $schema.mw_flow (
  instance_id uuid PRIMARY KEY,
  seq bigint GENERATED ALWAYS AS IDENTITY,
  object text NOT NULL, record_id uuid NOT NULL,
  flow text NOT NULL, revision int NOT NULL,
  doc jsonb NOT NULL,
  state jsonb NOT NULL,
  is_open boolean NOT NULL,
  next_due text
);
CREATE UNIQUE INDEX mw_flow_open ON $schema.mw_flow (object, record_id) WHERE is_open;
CREATE INDEX mw_flow_record ON $schema.mw_flow (object, record_id, seq);
CREATE INDEX mw_flow_due ON $schema.mw_flow (next_due) WHERE is_open AND next_due IS NOT NULL;
`,
  },
  {
    id: '0020-home',
    sql: `
-- how somebody laid out his home page
CREATE TABLE $schema.mw_home_layout (
  user_id uuid PRIMARY KEY,
  cells jsonb NOT NULL,
  version int NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- pages and records somebody opened in the last 30 days; without a record the page itself
CREATE TABLE $schema.mw_opened (
  user_id uuid NOT NULL,
  page text NOT NULL,
  record_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  times int NOT NULL DEFAULT 1,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, page, record_id)
);
`,
  },
  {
    id: '0030-notice',
    sql: `
-- what rules of notices will do: hold a message over the quiet hours of its receiver, say it again, escalate it
CREATE TABLE $schema.mw_notice_timer (
  id uuid PRIMARY KEY,
  at timestamptz NOT NULL,
  kind text NOT NULL,
  rule_id uuid, event_id uuid NOT NULL,
  payload jsonb NOT NULL
);
CREATE INDEX mw_notice_timer_at ON $schema.mw_notice_timer (at);
CREATE INDEX mw_notice_timer_event ON $schema.mw_notice_timer (event_id, rule_id);

-- what was said to whom: one step of a rule reaches a person once for an event, however often it is delivered
CREATE TABLE $schema.mw_notice_sent (
  rule_id uuid NOT NULL, event_id uuid NOT NULL, user_id uuid NOT NULL, step text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (event_id, rule_id, user_id, step)
);
CREATE INDEX mw_notice_sent_at ON $schema.mw_notice_sent (at);
`,
  },
  {
    id: '0031-phrases',
    sql: `
-- what somebody often says when he approves
CREATE TABLE $schema.mw_phrases (
  user_id uuid PRIMARY KEY,
  phrases jsonb NOT NULL
);
`,
  },
  {
    id: '0032-notice-send',
    sql: `
-- messages on their way through a messenger; what is done says how it ended
CREATE TABLE $schema.mw_notice_send (
  id uuid PRIMARY KEY,
  message_id uuid NOT NULL, user_id uuid NOT NULL,
  title text NOT NULL, body text NOT NULL, path text,
  tries int NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL,
  done_at timestamptz, error text
);
CREATE INDEX mw_notice_send_due ON $schema.mw_notice_send (next_at) WHERE done_at IS NULL;
`,
  },
  {
    id: '0040-organisations',
    sql: `
-- organisations as records: the platform organisation sees all, any other its own row; what stands over organisations only the platform writes
CREATE FUNCTION $schema.mw_is_platform() RETURNS boolean LANGUAGE sql STABLE AS $f$
  SELECT is_platform FROM platform.org WHERE id = $schema.mw_org()
$f$;
CREATE VIEW $schema.org AS
  SELECT o.id, o.version, o.created_by_id, o.created_at, o.updated_by_id, o.updated_at, o.is_deleted, '{}'::jsonb AS ext,
         o.code, o.name, o.short_name, o.credit_code, o.industry, o.contact, o.mobile, o.email, o.region, o.address, o.user_limit, o.valid_to,
         o.run_state, o.live_at, o.corp_id, o.remark, o.is_disabled::text AS is_disabled, o.is_platform, NULL::text AS initial_pwd,
         (SELECT $schema.mw_is_platform()) AS by_platform, platform.org_users(o.code) AS users,
         round(100.0 * platform.org_users(o.code) / greatest(o.user_limit, 1))::bigint AS user_share,
         (SELECT m.login_name FROM platform.member m WHERE m.org_id = o.id ORDER BY m.joined_at, m.user_id LIMIT 1) AS admin_login,
         coalesce((SELECT a.last_login_at IS NOT NULL FROM platform.member m JOIN platform.account a ON a.id = m.account_id
                    WHERE m.org_id = o.id ORDER BY m.joined_at, m.user_id LIMIT 1), false) AS is_signed
    FROM platform.org o
   WHERE o.id = (SELECT $schema.mw_org()) OR (SELECT $schema.mw_is_platform());
CREATE FUNCTION $schema.mw_write_org() RETURNS trigger LANGUAGE plpgsql AS $f$
DECLARE over boolean := $schema.mw_is_platform();
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF over IS NOT TRUE THEN RAISE EXCEPTION 'only the platform organisation makes organisations'; END IF;
    INSERT INTO platform.org (id, version, created_by_id, created_at, updated_by_id, updated_at, code, name, short_name, credit_code, industry,
                              contact, mobile, email, region, address, user_limit, valid_to, corp_id, remark)
    VALUES (NEW.id, NEW.version, NEW.created_by_id, NEW.created_at, NEW.updated_by_id, NEW.updated_at, NEW.code, NEW.name, NEW.short_name,
            NEW.credit_code, NEW.industry, NEW.contact, NEW.mobile, NEW.email, NEW.region, NEW.address, NEW.user_limit, NEW.valid_to, NEW.corp_id,
            NEW.remark);
    RETURN NEW;
  END IF;
  UPDATE platform.org o
     SET version = NEW.version, updated_by_id = NEW.updated_by_id, updated_at = NEW.updated_at, name = NEW.name, short_name = NEW.short_name,
         credit_code = NEW.credit_code, industry = NEW.industry, contact = NEW.contact, mobile = NEW.mobile, email = NEW.email,
         region = NEW.region, address = NEW.address, corp_id = NEW.corp_id, remark = NEW.remark,
         user_limit = CASE WHEN over THEN NEW.user_limit ELSE o.user_limit END,
         valid_to = CASE WHEN over THEN NEW.valid_to ELSE o.valid_to END,
         run_state = CASE WHEN over THEN NEW.run_state ELSE o.run_state END,
         live_at = CASE WHEN over THEN NEW.live_at ELSE o.live_at END,
         is_disabled = CASE WHEN over THEN NEW.is_disabled::smallint ELSE o.is_disabled END
   WHERE o.id = OLD.id;
  RETURN NEW;
END $f$;
CREATE TRIGGER mw_write_org INSTEAD OF INSERT OR UPDATE ON $schema.org FOR EACH ROW EXECUTE FUNCTION $schema.mw_write_org();
`,
  },
  {
    id: '0041-org-apps',
    sql: `
-- apps of an organisation, rows of its record: only the platform writes them
CREATE VIEW $schema.org_apps AS
  SELECT a.id, a.head_id, a.line_no, a.ext, a.app, a.valid_to, a.is_disabled
    FROM platform.org_app a
   WHERE a.head_id = (SELECT $schema.mw_org()) OR (SELECT $schema.mw_is_platform());
CREATE FUNCTION $schema.mw_write_org_apps() RETURNS trigger LANGUAGE plpgsql AS $f$
BEGIN
  IF $schema.mw_is_platform() IS NOT TRUE THEN RAISE EXCEPTION 'only the platform organisation opens apps'; END IF;
  IF TG_OP = 'DELETE' THEN
    DELETE FROM platform.org_app WHERE id = OLD.id;
    RETURN OLD;
  END IF;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO platform.org_app (id, head_id, line_no, app, valid_to, is_disabled)
    VALUES (NEW.id, NEW.head_id, NEW.line_no, NEW.app, NEW.valid_to, coalesce(NEW.is_disabled, '0'));
    RETURN NEW;
  END IF;
  UPDATE platform.org_app
     SET line_no = NEW.line_no, app = NEW.app, valid_to = NEW.valid_to, is_disabled = coalesce(NEW.is_disabled, '0')
   WHERE id = OLD.id;
  RETURN NEW;
END $f$;
CREATE TRIGGER mw_write_org_apps INSTEAD OF INSERT OR UPDATE OR DELETE ON $schema.org_apps
  FOR EACH ROW EXECUTE FUNCTION $schema.mw_write_org_apps();
`,
  },
  {
    id: '0042-quiet-hours',
    after: 'tables',
    sql: `
-- quiet hours stood with the user before everybody had a profile: the hidden columns keep them for a while
DO $do$
DECLARE old_from text; old_to text;
BEGIN
  SELECT max(attname) FILTER (WHERE attname ~ '^(zz_quiet_from_[0-9]+|quiet_from)$'),
         max(attname) FILTER (WHERE attname ~ '^(zz_quiet_to_[0-9]+|quiet_to)$')
    INTO old_from, old_to
    FROM pg_attribute WHERE attrelid = to_regclass('$schema."user"') AND NOT attisdropped;
  IF old_from IS NULL OR old_to IS NULL OR to_regclass('$schema.user_profile') IS NULL THEN RETURN; END IF;
  EXECUTE format('UPDATE $schema.user_profile p SET quiet_from = u.%1$I, quiet_to = u.%2$I FROM $schema."user" u
    WHERE p.created_by_id = u.id AND p.quiet_from IS NULL AND u.%1$I IS NOT NULL AND u.%2$I IS NOT NULL AND u.%1$I <> u.%2$I',
    old_from, old_to);
  EXECUTE format('INSERT INTO $schema.user_profile (id, created_by_id, updated_by_id, nick_name, email, notice_channels, table_size, quiet_from, quiet_to)
    SELECT gen_random_uuid(), u.id, u.id, u.name, u.email, ARRAY[''inbox''], ''2'', u.%1$I, u.%2$I FROM $schema."user" u
     WHERE u.is_deleted = 0 AND u.%1$I IS NOT NULL AND u.%2$I IS NOT NULL AND u.%1$I <> u.%2$I
       AND NOT EXISTS (SELECT 1 FROM $schema.user_profile p WHERE p.created_by_id = u.id AND p.is_deleted = 0)',
    old_from, old_to);
END $do$;
`,
  },
  {
    id: '0043-trail-days',
    sql: `
-- days of the trail that are over: a hash over their entries, chained to the day before
CREATE TABLE $schema.mw_trail_day (
  day date PRIMARY KEY,
  entries bigint NOT NULL,
  hash text NOT NULL,
  sealed_at timestamptz NOT NULL DEFAULT now()
);
CREATE TRIGGER mw_trail_day_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON $schema.mw_trail_day
  FOR EACH STATEMENT EXECUTE FUNCTION $schema.mw_append_only();
`,
  },
];
