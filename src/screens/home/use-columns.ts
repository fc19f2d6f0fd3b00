import { useMedia } from '../../../runtime/page/view';
import { HOME_COLUMNS } from '../../../schemas/language/home/layout';

/** 24 columns, 12 below 1200 px, one on a phone (10 §3). */
export const useColumns = (): number => {
  const isSmall = useMedia('(max-width: 1199px)');
  const isPhone = useMedia('(max-width: 767px)');
  return isPhone ? 1 : isSmall ? 12 : HOME_COLUMNS;
};
