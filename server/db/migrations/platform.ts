import type { Migration } from './migration';

/** Schema `platform`: what belongs to the installation and not to one organisation (security.md §1). */
export const PLATFORM_MIGRATIONS: readonly Migration[] = [
  {
    id: '0001-organisations-and-accounts',
    sql: `
CREATE TABLE $schema.org (
  id uuid PRIMARY KEY,
  code text NOT NULL UNIQUE CHECK (code ~ '^[a-z][a-z0-9]{1,19}$'),
  name text NOT NULL,
  short_name text, credit_code text, industry text, contact text, mobile text, email text, region text, address text, logo uuid[],
  time_zone text NOT NULL DEFAULT 'Asia/Shanghai', currency text NOT NULL DEFAULT 'CNY',
  user_limit bigint NOT NULL DEFAULT 50, device_limit bigint NOT NULL DEFAULT 20, valid_to date,
  run_state text NOT NULL DEFAULT '10', corp_id text, remark text,
  is_platform boolean NOT NULL DEFAULT false,
  rights_version int NOT NULL DEFAULT 1,
  is_disabled smallint NOT NULL DEFAULT 0,
  version int NOT NULL DEFAULT 1,
  created_by_id uuid, created_at timestamptz NOT NULL DEFAULT now(),
  updated_by_id uuid, updated_at timestamptz NOT NULL DEFAULT now(),
  is_deleted smallint NOT NULL DEFAULT 0,
  ext jsonb NOT NULL DEFAULT '{}'
);
CREATE UNIQUE INDEX org_one_platform ON $schema.org (is_platform) WHERE is_platform;
CREATE UNIQUE INDEX org_corp ON $schema.org (corp_id) WHERE corp_id IS NOT NULL;

CREATE TABLE $schema.account (
  id uuid PRIMARY KEY,
  mobile text,
  pwd_hash text,
  pwd_set_at timestamptz,
  must_change boolean NOT NULL DEFAULT false,
  history jsonb NOT NULL DEFAULT '[]',
  fail_count int NOT NULL DEFAULT 0,
  locked_until timestamptz,
  last_org_id uuid, last_login_at timestamptz, last_login_ip text,
  is_disabled smallint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX account_mobile ON $schema.account (mobile) WHERE mobile IS NOT NULL;

-- A user joins an account and an organisation. Name and state are kept equal to the user's row by a trigger on it.
CREATE TABLE $schema.member (
  org_id uuid NOT NULL REFERENCES $schema.org ON DELETE RESTRICT,
  user_id uuid NOT NULL,
  account_id uuid NOT NULL REFERENCES $schema.account ON DELETE RESTRICT,
  login_name text NOT NULL,
  is_disabled boolean NOT NULL DEFAULT false,
  valid_to date,
  joined_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, user_id)
);
CREATE UNIQUE INDEX member_login ON $schema.member (org_id, lower(login_name)) WHERE NOT is_disabled;
CREATE INDEX member_name ON $schema.member (lower(login_name));
CREATE INDEX member_account ON $schema.member (account_id);

CREATE TABLE $schema.auth_session (
  id uuid PRIMARY KEY,
  chain_id uuid NOT NULL,
  token_hash bytea NOT NULL UNIQUE,
  refresh_hash bytea NOT NULL UNIQUE,
  account_id uuid NOT NULL REFERENCES $schema.account ON DELETE CASCADE,
  user_id uuid NOT NULL,
  org_id uuid NOT NULL REFERENCES $schema.org ON DELETE CASCADE,
  app_mark smallint NOT NULL DEFAULT 0,
  kind smallint NOT NULL DEFAULT 10,
  ip text, client text,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  refresh_expires_at timestamptz NOT NULL,
  last_seen_at timestamptz,
  rotated_at timestamptz,
  revoked_at timestamptz,
  revoke_reason text
);
CREATE INDEX auth_session_user ON $schema.auth_session (org_id, user_id) WHERE revoked_at IS NULL;
CREATE INDEX auth_session_chain ON $schema.auth_session (chain_id);
CREATE INDEX auth_session_end ON $schema.auth_session (refresh_expires_at);

CREATE TABLE $schema.sign_key (
  id text PRIMARY KEY,
  public_key text NOT NULL,
  private_key bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE TABLE $schema.nonce (
  hash bytea PRIMARY KEY,
  seen_at timestamptz NOT NULL DEFAULT now()
);
-- wrong sign-ins of names that do not exist, by name and address
CREATE TABLE $schema.sign_fail (
  key bytea PRIMARY KEY,
  fail_count int NOT NULL,
  locked_until timestamptz,
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE $schema.ticket (
  hash bytea PRIMARY KEY,
  kind text NOT NULL,
  account_id uuid REFERENCES $schema.account ON DELETE CASCADE,
  data jsonb NOT NULL DEFAULT '{}',
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE TABLE $schema.sign_log (
  id uuid PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  org_id uuid, account_id uuid, user_id uuid,
  login_name text, act text NOT NULL, ok boolean NOT NULL, msg text,
  ip text, client text, request_id text
);
CREATE INDEX sign_log_at ON $schema.sign_log (at);
`,
  },
  {
    id: '0002-rights-version',
    sql: `
-- Triggers of the organisations' tables (auth/guards.ts): whoever writes, the next request of everybody sees it.
CREATE FUNCTION $schema.rights_changed() RETURNS trigger LANGUAGE plpgsql AS $f$
BEGIN
  UPDATE $schema.org SET rights_version = rights_version + 1 WHERE 'org_' || code = TG_TABLE_SCHEMA;
  RETURN NULL;
END $f$;
CREATE FUNCTION $schema.user_changed() RETURNS trigger LANGUAGE plpgsql AS $f$
BEGIN
  UPDATE $schema.member m
     SET login_name = NEW.login_name, valid_to = NEW.valid_to,
         is_disabled = (coalesce(NEW.is_disabled, '0') <> '0' OR NEW.is_deleted <> 0)
    FROM $schema.org o
   WHERE 'org_' || o.code = TG_TABLE_SCHEMA AND m.org_id = o.id AND m.user_id = NEW.id;
  RETURN NULL;
END $f$;
`,
  },
  {
    id: '0003-live',
    sql: `
-- open streams end with their session and follow the rights of their organisation, on every process
CREATE FUNCTION $schema.session_over() RETURNS trigger LANGUAGE plpgsql AS $f$
BEGIN
  PERFORM pg_notify('mw_live', 's ' || NEW.id);
  RETURN NULL;
END $f$;
CREATE TRIGGER live_session AFTER UPDATE OF revoked_at ON $schema.auth_session
  FOR EACH ROW WHEN (NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION $schema.session_over();
CREATE FUNCTION $schema.rights_told() RETURNS trigger LANGUAGE plpgsql AS $f$
BEGIN
  PERFORM pg_notify('mw_live', 'r org_' || NEW.code);
  RETURN NULL;
END $f$;
CREATE TRIGGER live_rights AFTER UPDATE OF rights_version ON $schema.org
  FOR EACH ROW EXECUTE FUNCTION $schema.rights_told();
`,
  },
  {
    id: '0004-grams',
    sql: `
-- Pairs of neighbouring characters of a text, ASCII letters folded: indexes over them find a part of a text (tables/searched.ts).
CREATE FUNCTION $schema.grams(value text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $f$
  SELECT coalesce(array_agg(DISTINCT substr(lower(value COLLATE "C"), i, 2)), '{}')
  FROM generate_series(1, char_length(value) - 1) i
$f$;
`,
  },
  {
    id: '0005-people',
    sql: `
-- sessions are a list of every organisation: what a record has besides
ALTER TABLE $schema.auth_session
  ADD COLUMN version int NOT NULL DEFAULT 1,
  ADD COLUMN updated_by_id uuid,
  ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX sign_log_org ON $schema.sign_log (org_id, at);
-- sign-ins in a row that went wrong, by address: after some of them a picture must be read
CREATE TABLE $schema.captcha (
  id uuid PRIMARY KEY,
  hash bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX captcha_end ON $schema.captcha (expires_at);
CREATE TABLE $schema.sms_code (
  id uuid PRIMARY KEY,
  mobile text NOT NULL,
  purpose smallint NOT NULL,
  code_hash bytea NOT NULL,
  ip text,
  tries int NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX sms_code_mobile ON $schema.sms_code (mobile, created_at);
CREATE INDEX sms_code_ip ON $schema.sms_code (ip, created_at);
`,
  },
  {
    id: '0006-organisations',
    sql: `
ALTER TABLE $schema.org ADD COLUMN live_at timestamptz;
-- users who may sign in, counted in the organisation's own table, so that the limit and the list say the same
CREATE FUNCTION $schema.org_users(code text) RETURNS bigint LANGUAGE plpgsql STABLE AS $f$
DECLARE n bigint := 0;
BEGIN
  IF to_regclass(format('%I."user"', 'org_' || code)) IS NOT NULL THEN
    EXECUTE format('SELECT count(*) FROM %I."user" WHERE is_deleted = 0 AND is_disabled = ''0''', 'org_' || code) INTO n;
  END IF;
  RETURN n;
END $f$;
`,
  },
  {
    id: '0007-idle',
    sql: `
-- a session may be over before its time when nobody did anything, and may belong to a terminal of the floor
ALTER TABLE $schema.auth_session
  ADD COLUMN idle_seconds int,
  ADD COLUMN terminal_id uuid;
CREATE INDEX auth_session_terminal ON $schema.auth_session (terminal_id) WHERE terminal_id IS NOT NULL AND revoked_at IS NULL;
`,
  },
  {
    id: '0008-third-bind',
    sql: `
-- who an account is at a provider
CREATE TABLE $schema.third_bind (
  id uuid PRIMARY KEY,
  kind smallint NOT NULL,
  corp_id text NOT NULL,
  third_user_id text NOT NULL,
  union_id text,
  account_id uuid NOT NULL REFERENCES $schema.account ON DELETE CASCADE,
  org_id uuid NOT NULL REFERENCES $schema.org ON DELETE CASCADE,
  bound_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (kind, corp_id, third_user_id)
);
CREATE INDEX third_bind_account ON $schema.third_bind (account_id);
`,
  },
  {
    id: '0009-org-apps',
    sql: `
-- apps an organisation was opened; one without any row has them all
CREATE TABLE $schema.org_app (
  id uuid PRIMARY KEY,
  head_id uuid NOT NULL REFERENCES $schema.org ON DELETE CASCADE,
  line_no int NOT NULL DEFAULT 0,
  ext jsonb NOT NULL DEFAULT '{}',
  app text NOT NULL, valid_to date, is_disabled text NOT NULL DEFAULT '0'
);
CREATE INDEX org_app_head ON $schema.org_app (head_id);
-- counts at the next request of its people
CREATE FUNCTION $schema.org_app_changed() RETURNS trigger LANGUAGE plpgsql AS $f$
BEGIN
  UPDATE $schema.org SET rights_version = rights_version + 1 WHERE id = coalesce(NEW.head_id, OLD.head_id);
  RETURN NULL;
END $f$;
CREATE TRIGGER org_app_changed AFTER INSERT OR UPDATE OR DELETE ON $schema.org_app
  FOR EACH ROW EXECUTE FUNCTION $schema.org_app_changed();
`,
  },
];
