/** A list as PostgreSQL reads it, of numbers, ids and nothing that needs a quote: the driver looks at each sign of each value. */
export const listOf = (values: readonly (string | number | null)[]): string => {
  let text = '{';
  for (let at = 0; at < values.length; at++) text += at === 0 ? (values[at] ?? 'NULL') : `,${values[at] ?? 'NULL'}`;
  return `${text}}`;
};
