/** A work order that is 已完成, 已关闭 or 已作废: nothing more is given out, drawn or done for it. */
const ENDED: readonly string[] = ['60', '80', '90'];
export const isOrderEnded = (docStatus: string | null): boolean => ENDED.includes(docStatus ?? '');

/** what was ended by people; 已完成 by its numbers may go over its plan as far as that is allowed */
export const CLOSED: readonly string[] = ['80', '90'];
/** What is closed or void takes no work any more, however it comes. */
export const endedText = ({
  nbr,
  docStatus,
}: {
  readonly nbr: string;
  readonly docStatus: string | null;
}): string | null => (CLOSED.includes(docStatus ?? '') ? `工单${nbr}已结束` : null);
