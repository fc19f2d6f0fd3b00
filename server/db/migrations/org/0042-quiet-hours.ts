import type { Migration } from '../migration';

export const migration: Migration = {
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
};
