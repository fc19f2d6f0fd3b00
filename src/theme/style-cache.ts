/**
 * Styles that were made once stay. antd forgets the styles of a component with the last one on the screen and makes them anew for the
 * next page: 8 ms of every form that is opened after another.
 */
import { createCache } from '@ant-design/cssinjs';

export const lastingStyles = (): ReturnType<typeof createCache> => {
  const cache = createCache();
  const update = cache.opUpdate.bind(cache);
  // an entry is [how many use it, the styles]; null means that nobody does. Tokens go with their theme: with them it leaves the page
  cache.opUpdate = (path, change) =>
    update(
      path,
      (before) => change(before) ?? (before && path.startsWith('style%') ? ([0, before[1]] as typeof before) : null),
    );
  return cache;
};
