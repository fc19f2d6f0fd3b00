/** Who looked at it, over every page: settings `waterMark.*` (10 §5.9). Taken away by hand it comes back. */
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { Value } from '../../schemas/language/value';
import type { SessionStore } from '../session/session';
import { type MarkFacts, markPicture } from './water-mark';

export const WaterMark = observer(
  ({ session, page }: { readonly session: SessionStore; readonly page: string | undefined }) => {
    const picture = markPicture(
      (key) => session.setting.sys?.[`waterMark.${key}`] as Value | undefined,
      factsOf(session),
      page,
    );
    useEffect(() => (picture === null ? undefined : hang(picture)), [picture]);
    return null;
  },
);

const factsOf = (session: SessionStore): MarkFacts => ({
  name: session.nickName,
  loginName: String((session.setting.me as { readonly loginName?: string } | undefined)?.loginName ?? ''),
  org: session.orgName,
  day: new Date(session.now() + FACTORY_ZONE).toISOString().slice(0, 10),
});
/** factory time is UTC+8 */
const FACTORY_ZONE = 8 * 3_600_000;

/** Over dialogs too, never in the way of a hand. */
const hang = (picture: string): (() => void) => {
  const css = `position:fixed;inset:0;z-index:9000;pointer-events:none;background:url("${picture}")`;
  let layer = document.createElement('div');
  const put = (): void => {
    layer.remove();
    layer = document.createElement('div');
    layer.setAttribute('aria-hidden', 'true');
    layer.dataset.mark = '';
    layer.style.cssText = css;
    document.body.append(layer);
    own.observe(layer, { attributes: true });
  };
  const own = new MutationObserver(put);
  const body = new MutationObserver(() => {
    if (!layer.isConnected) put();
  });
  put();
  body.observe(document.body, { childList: true });
  return () => {
    own.disconnect();
    body.disconnect();
    layer.remove();
  };
};
