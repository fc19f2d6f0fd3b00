/** Whether the pointer is a finger: controls grow to 44 px there (CSS follows by `--ctl`, antd by its tokens). */
const media = window.matchMedia('(pointer: coarse)');

export const isTouch = (): boolean => media.matches;
export const onTouch = (listener: () => void): (() => void) => {
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
};
