/** A work order that is 已完成, 已关闭 or 已作废: nothing more is given out, drawn or done for it. */
const ENDED: readonly string[] = ['60', '80', '90'];
export const isOrderEnded = (docStatus: string | null): boolean => ENDED.includes(docStatus ?? '');
