import type { Migration } from '../migration';

export const migration: Migration = {
  id: '0004-grams',
  sql: `
-- Pairs of neighbouring characters of a text, ASCII letters folded: indexes over them find a part of a text (tables/searched.ts).
CREATE FUNCTION $schema.grams(value text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $f$
  SELECT coalesce(array_agg(DISTINCT substr(lower(value COLLATE "C"), i, 2)), '{}')
  FROM generate_series(1, char_length(value) - 1) i
$f$;
`,
};
