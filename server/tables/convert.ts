/** Changes of a column's type that lose nothing; every other one is refused while a value is there. */
export interface Conversion {
  /** SQL of the new value */
  readonly using: string;
  /** SQL condition of rows whose value would be lost or changed */
  readonly lost: string;
}

export const conversionOf = (column: string, from: string, to: string): Conversion => {
  const filled = `${column} IS NOT NULL`;
  const safe = (using: string): Conversion => ({ using, lost: 'false' });
  if (to === `${from}[]`) return safe(`CASE WHEN ${column} IS NULL THEN '{}'::${to} ELSE ARRAY[${column}] END`);
  if (from === `${to}[]`) return { using: `${column}[1]`, lost: `coalesce(array_length(${column}, 1), 0) > 1` };
  if (to === 'text') return TO_TEXT.has(from) ? safe(`${column}::text`) : refused(column, from, to);
  switch (`${from} → ${to}`) {
    case 'bigint → numeric':
    case 'integer → bigint':
    case 'integer → numeric':
    case 'smallint → bigint':
    case 'date → timestamp with time zone':
      return safe(`${column}::${to}`);
    case 'numeric → bigint':
      return { using: `${column}::bigint`, lost: `${filled} AND ${column} <> trunc(${column})` };
    case 'timestamp with time zone → date':
      return { using: `${column}::date`, lost: `${filled} AND ${column} <> date_trunc('day', ${column})` };
    case 'text → bigint':
      return { using: `${column}::bigint`, lost: `${filled} AND ${column} !~ '^-?(0|[1-9][0-9]{0,17})$'` };
    case 'text → numeric':
      return {
        using: `${column}::numeric`,
        lost: `${filled} AND ${column} !~ '^-?(0|[1-9][0-9]{0,14})(\\.[0-9]{0,7}[1-9])?$'`,
      };
    default:
      return refused(column, from, to);
  }
};

const TO_TEXT = new Set(['bigint', 'integer', 'numeric', 'date', 'uuid', 'time without time zone']);
/** Whatever stands there would be lost; what is merely empty is not. */
const refused = (column: string, from: string, to: string): Conversion => ({
  using: to.endsWith('[]') ? `'{}'::${to}` : to === 'boolean' ? 'false' : `NULL::${to}`,
  lost: from.endsWith('[]')
    ? `array_length(${column}, 1) > 0`
    : from === 'boolean'
      ? `${column}`
      : `${column} IS NOT NULL`,
});
