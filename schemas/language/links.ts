/** What ties a document, or a line of it, to what it was made from (§7.4): pushes write these fields, nobody types or copies them. */
export const LINK_KEYS = ['srcType', 'srcId', 'srcRowId', 'srcNbr', 'sourceOrderNbr'] as const;
export type LinkKey = (typeof LINK_KEYS)[number];

const known: ReadonlySet<string> = new Set(LINK_KEYS);
export const isLinkKey = (code: string): code is LinkKey => known.has(code);
