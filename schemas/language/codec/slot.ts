/** Slots of time as people read them. */

/** `2026-01`, `2026年1季度`, `01-05`: a slot of time is named as short as it can be told. */
export const slotText = (start: string, grain: string | undefined): string => {
  switch (grain) {
    case 'year':
      return `${start.slice(0, 4)}年`;
    case 'quarter':
      return `${start.slice(0, 4)}年${Math.floor((Number(start.slice(5, 7)) - 1) / 3) + 1}季度`;
    case 'month':
      return start.slice(0, 7);
    case 'week':
      return `${start.slice(5, 10)}周`;
    case 'day':
      return start.slice(5, 10);
    case 'hour':
      return start.slice(11, 16);
    default:
      return start;
  }
};
