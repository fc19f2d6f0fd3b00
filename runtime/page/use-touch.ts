import { useMedia } from './view';

/** The pointer is a finger: controls and rows grow to 44 px (CSS follows by `--ctl`, antd by its tokens, tables by `rowFor`). */
export const useTouch = (): boolean => useMedia('(pointer: coarse)');

/** px at 1440 a row has under a finger, whatever it has under a mouse */
const FINGER = 44;
export const rowFor = (px: number, touch: boolean): number => (touch ? Math.max(px, FINGER) : px);
