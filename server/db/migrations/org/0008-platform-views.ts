import type { Migration } from '../migration';

export const migration: Migration = {
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
};
