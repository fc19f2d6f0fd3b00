import type { Migration } from '../migration';

export const migration: Migration = {
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
};
