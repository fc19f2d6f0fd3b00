import { useMedia } from '../page/view';

/** Room for a rail beside a record (look.md §2). */
export const useWide = (): boolean => useMedia('(min-width: 1440px)');
