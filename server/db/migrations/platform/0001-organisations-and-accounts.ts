import type { Migration } from '../migration';

export const migration: Migration = {
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
};
