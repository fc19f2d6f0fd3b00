/** What the shell lends to a page, with nothing behind it: a bench page opens no other and asks no server. */
import type { ReactNode } from 'react';
import { type Host, makePage, type Page } from '../../../runtime/page/index';
import type { ObjectDoc } from '../../../schemas/language/document';
import { toObjectType } from '../../../schemas/language/object-type';
import { resolveObject } from '../../../schemas/language/resolve';

/** What a measurable page offers its driver. */
export interface Bench {
  /** shows n rows or fields now; answers performance.now() taken after the data was made */
  mount(n: number): number;
  /** they are in the page */
  ready(n: number): boolean;
  readonly scroller?: string;
  /** hides or shows one column */
  toggle?(): void;
  /** what to press to choose all rows, and when they are */
  readonly selectAllTarget?: string;
  selectedReady?(): boolean;
  /** the k-th text input */
  input?(k: number): HTMLElement | null;
  readonly addTarget?: string;
  count?(): number;
  paste?(n: number): number;
  /** what the totals say, to check the answer before it is timed */
  total?(): unknown;
}
export type Start = (draw: (content: ReactNode) => void) => void;
declare global {
  interface Window {
    bench?: Bench;
    benchLoaded?: boolean;
  }
}
const nothing = (): void => undefined;

export const benchHost: Host = {
  openPage: nothing,
  closePage: nothing,
  setDirty: nothing,
  setTitle: nothing,
  params: new URLSearchParams(),
  setParams: nothing,
  active: true,
  urlOf: () => undefined,
  feedback: { success: nothing, error: nothing, warning: nothing, confirm: async () => true, choose: async () => null },
  session: {
    me: {
      id: 'bench',
      name: 'bench',
      employee: null,
      dept: null,
      depts: [],
      team: null,
      roles: [],
      org: 'bench',
      super: true,
    },
    can: () => true,
    sys: () => undefined,
    listDataShowNum: undefined,
    now: () => Date.now(),
  },
};

/** A document of the bench as a page of the browser. */
export const benchPage = (doc: ObjectDoc): Page => {
  const object = resolveObject(doc, { blocks: new Map(), area: 'bench' } as never);
  return makePage(
    `${doc.object}#edit`,
    {
      item: {
        page: { code: doc.object, title: doc.title ?? doc.object, sort: 'object', object: doc.object },
        schema: object,
        types: { [doc.object]: toObjectType(object) },
        rights: ['*'],
        dicts: [],
        version: '1',
      },
      dicts: {},
    },
    benchHost.session,
  );
};
