import { useMedia } from './view';

/** A phone: lists become cards, windows become drawers. */
export const useNarrow = (): boolean => useMedia('(max-width: 767px)');
