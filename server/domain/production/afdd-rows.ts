/** Hours before and after its shift in which late work may begin. */
export const GRACE_HOURS = 2;
/** What a row of a 补报单 says of bad pieces: its columns and what is done with them. */
export const BAD = [
  ['reworkQty', '10'],
  ['workScrapQty', '20'],
  ['materialScrapQty', '30'],
  ['pendingQty', '40'],
] as const;
/** Between the serial numbers of a row. */
export const APART = '、';
export const serialsOf = (text: string | null): readonly string[] =>
  (text ?? '').split(/[、,，;；\s]+/).filter((serial) => serial !== '');
