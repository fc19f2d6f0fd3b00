/** What the shell lends to a page in design mode: it opens nothing, keeps nothing, tells nobody. */
import type { Host, HostSession } from '../../runtime/page/index';

const nothing = (): void => undefined;
const NOWHERE = new URLSearchParams();

/** `params` name what of the page is in front: `scheme` of a list. */
export const designHost = (session: HostSession, params: URLSearchParams = NOWHERE): Host => ({
  openPage: nothing,
  closePage: nothing,
  setDirty: nothing,
  setTitle: nothing,
  params,
  setParams: nothing,
  active: true,
  urlOf: () => undefined,
  feedback: {
    success: nothing,
    error: nothing,
    warning: nothing,
    confirm: async () => false,
    choose: async () => null,
  },
  session,
});
