/** What the administrator sets, as a step of the story of the demo factory. */
import type { Json, Value } from '../../../schemas/language/value';
import type { StoryCall } from '../../data/load';
import type { EngineCtx } from '../host';
import { forgetSettings } from './settings';
import { storeSettings } from './settings-calls';

export const settingsStory: Readonly<Record<string, StoryCall>> = {
  /** {values: {key: value}}; null is the value of the product */
  'settings.save': async (ctx, given) => {
    const values = (given.values ?? {}) as Readonly<Record<string, Json>>;
    await storeSettings(
      ctx as EngineCtx,
      Object.entries(values).map(([key, value]) => [key, value as Value] as const),
    );
    forgetSettings(ctx.org.id);
  },
};
