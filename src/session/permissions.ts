/** Function rights per menu (specification §6), pure. */
import { plainPath } from './menus';

export interface Auth {
  /** `*` = superuser */
  readonly roleId: string;
  /** menu id → function ids */
  readonly resources: ReadonlyMap<string, ReadonlySet<string>>;
  /** url → menu id */
  readonly menuMap: ReadonlyMap<string, string>;
}

export const isSuper = (auth: Auth): boolean => auth.roleId === '*';

/** The menu of an address: itself, or for an edit page the one found by stripping `edit` or `editDetail`. */
export const menuOf = (auth: Auth, path: string): string | undefined => {
  const plain = plainPath(path);
  const own = auth.menuMap.get(plain);
  if (own !== undefined) return own;
  const stripped = plain.replace(/\/?(editDetail|edit)$/, '');
  if (stripped === plain) return undefined;
  return auth.menuMap.get(stripped) ?? auth.menuMap.get(`${stripped}/list`) ?? auth.menuMap.get(`${stripped}/index`);
};

/** May the user see an element of this address that asks for `code`? */
export const hasPermission = (auth: Auth, path: string, code: string): boolean => {
  if (isSuper(auth)) return true;
  const menu = menuOf(auth, path);
  return menu !== undefined && auth.resources.get(menu)?.has(code) === true;
};

/** One code is one grant wherever it hangs in the menu. */
export const hasRight = (auth: Auth, code: string): boolean =>
  isSuper(auth) || [...auth.resources.values()].some((functions) => functions.has(code));

const READING = /:(view|export|exportData|print)$/;
/** Does the user do something on a page of this address, and not only look at it? */
export const worksAt = (auth: Auth, path: string): boolean => {
  if (isSuper(auth)) return true;
  const menu = menuOf(auth, path);
  return menu !== undefined && [...(auth.resources.get(menu) ?? [])].some((code) => !READING.test(code));
};
