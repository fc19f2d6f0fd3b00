import type { Migration } from '../migration';

export const migration: Migration = {
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
};
