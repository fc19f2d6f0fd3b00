/** What a value that is no longer offered says beside its label: its record or entry was switched off, or its dictionary has it no more. */
const WORDS = { off: '已停用', gone: '已失效' } as const;

export const marked = (label: string, as: keyof typeof WORDS | false): string =>
  as === false ? label : `${label}（${WORDS[as]}）`;
