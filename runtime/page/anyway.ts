/** What warns, as a question; a sentence that asks already is not asked twice. */
const QUESTION = '是否继续？';

export const anyway = (warnings: string): string =>
  warnings.endsWith(QUESTION) ? warnings : `${warnings}\n${QUESTION}`;
