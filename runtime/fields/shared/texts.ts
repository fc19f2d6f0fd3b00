/** A text that holds several: lists as people paste them from sheets, mails and delivery notes. */

/** what stands between two of them; a blank too, since codes have none */
export const SEPARATORS = ['\n', '\r', '\t', ' ', ',', '，', ';', '；', '、'] as const;
const BETWEEN = new RegExp(`[${SEPARATORS.join('')}]+`);

/** Each once, in the order of the text. */
export const readTexts = (text: string, fold?: 'upper' | 'lower'): readonly string[] => {
  const folded = fold === 'upper' ? text.toUpperCase() : fold === 'lower' ? text.toLowerCase() : text;
  return [...new Set(folded.split(BETWEEN).filter((part) => part !== ''))];
};
