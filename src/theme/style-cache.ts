/**
 * Styles that were made once stay, and are put into the page once. antd forgets the styles of a component with the last one on the screen
 * and makes them anew for the next page: 8 ms of every form that is opened after another. And it looks for the style element of every
 * single control among all there are: 20 ms of a form of 60 fields, 60 ms of the designer.
 */
import { createCache } from '@ant-design/cssinjs';
import { CSS_FILE_STYLE } from '@ant-design/cssinjs/es/util/cacheMapUtil';

type Cache = ReturnType<typeof createCache>;
type Entry = ReturnType<Cache['opGet']>;
const isStyle = (path: string): boolean => path.startsWith('style%');

export const lastingStyles = (): Cache => {
  const cache = createCache();
  const update = cache.opUpdate.bind(cache);
  // an entry is [how many use it, the styles]; null means that nobody does. Tokens go with their theme: with them it leaves the page
  cache.opUpdate = (path, change) =>
    update(path, (before) => change(before) ?? (before && isStyle(path) ? ([0, before[1]] as typeof before) : null));
  // what others use already stands in the page: an entry without text is not looked for there
  const standing = new WeakMap<object, Entry>();
  const get = cache.opGet.bind(cache);
  cache.opGet = (path) => {
    const entry = get(path);
    const styles = entry?.[1] as readonly unknown[] | undefined;
    if (entry === null || styles === undefined || entry[0] < 1 || !isStyle(path)) return entry;
    const known = standing.get(styles) ?? [entry[0], [CSS_FILE_STYLE, ...styles.slice(1)]];
    standing.set(styles, known as Entry);
    return known as Entry;
  };
  return cache;
};
