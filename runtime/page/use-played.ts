/** `?demo=empty|slow|error|stale|offline` on a page of the gallery, while it is in front. */
import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { play, playedState } from '../data/played';
import { keys } from '../data/query-client';
import { inGallery } from './gallery';
import { useHost } from './host';
import type { Page } from './types';
import { documentOf } from './use-page';

export const usePlayed = (page: Page | undefined): void => {
  const { params, active } = useHost();
  const client = useQueryClient();
  const state = playedState(params.get('demo'));
  const code = page !== undefined && inGallery(page.object) ? documentOf(page.code) : undefined;
  const object = page?.object.object ?? '';
  // before the page asks for anything: effects of what is drawn now come later
  useLayoutEffect(() => {
    if (code === undefined || state === undefined || !active) return;
    const stop = play(code, state);
    return () => {
      stop();
      void client.invalidateQueries({ queryKey: keys.object(object) });
    };
  }, [client, code, object, state, active]);
};
