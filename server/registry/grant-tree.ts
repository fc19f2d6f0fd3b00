/** The tree in which roles get their functions: menus, their pages, what may be done there; `locked` is what the asker lacks himself. */
import type { ResolvedField, ResolvedObject } from '../../schemas/language/resolved';
import type { GrantFunction, GrantNode } from '../../schemas/language/wire';
import type { Rights } from '../ctx';
import type { MenuRow } from './menus';
import { isOwn, type Registry } from './registry';

/** Functions that hang in no menu: objects that are only a tab or a picker of others. */
const LOOSE = '~';

export const grantTree = (registry: Registry, rights: Pick<Rights, 'has'>): readonly GrantNode[] => {
  const functions = new Map(registry.functions.map((item) => [item.code, item]));
  const groupTitles = new Map(registry.dicts.get('fieldGroup')?.items.map((item) => [item.code, item.title]));
  const functionOf = (code: string, home: string): GrantFunction => {
    const known = functions.get(code);
    const title = known?.title ?? code;
    const foreign = known !== undefined && known.object !== home;
    return {
      code,
      title: foreign && known.objectTitle !== title ? `${known.objectTitle}·${title}` : title,
      ...(rights.has(code) ? {} : { locked: true }),
    };
  };
  const groupsOf = (codes: readonly string[]): readonly string[] => {
    const objects = [...new Set(codes.map(objectOf))];
    const held = new Set(objects.flatMap((object) => grantsOf(registry.objects.get(object))));
    return [...held].flatMap((code) => groupTitles.get(code) ?? []);
  };
  const node = (
    id: string,
    parent: string | null,
    title: string,
    home: string,
    codes: readonly string[],
  ): GrantNode => {
    const groups = groupsOf(codes);
    return {
      id,
      parent,
      title,
      functions: codes.map((code) => functionOf(code, home)),
      ...(groups.length === 0 ? {} : { groups }),
    };
  };
  const hung = new Set(registry.menus.flatMap((row) => row.functions));
  const rows = registry.menus.map((row) => ({ row, codes: [...atHome(registry.menus, row)] }));
  // a menu entry that grants some of another page (a report without an entry) has the rest of it too
  const hosts = new Map<string, string[]>();
  for (const { codes } of rows)
    for (const code of codes) if (!hosts.has(objectOf(code))) hosts.set(objectOf(code), codes);
  const loose = registry.functions.filter(({ code, object }) => {
    if (hung.has(code) || isOwn(registry, code)) return false;
    return hosts.get(object)?.push(code) === undefined;
  });
  return withoutEmpty([
    ...rows.map(({ row, codes }) => node(row.id, row.parentId, row.name, homeOf(row), codes)),
    node(LOOSE, null, '其他（没有菜单入口）', '', []),
    ...[...new Set(loose.map((item) => item.object))].map((object) => {
      const list = loose.filter((item) => item.object === object);
      const codes = list.map((item) => item.code);
      return node(`${LOOSE}.${object}`, LOOSE, list[0]?.objectTitle ?? object, object, codes);
    }),
  ]);
};

const objectOf = (code: string): string => code.split(':')[0] ?? '';
/** Object whose functions go by their bare titles there. */
const homeOf = (row: MenuRow): string => (row.page ?? row.functions[0] ?? '').split(/[.:#]/)[0] ?? '';

/**
 * What a page borrows of another object (提交审批 of each document) is granted once: at the screen that asks for it, else at the page of
 * that object, if there is one.
 */
const atHome = (menus: readonly MenuRow[], row: MenuRow): readonly string[] => {
  const homes = new Map<string, MenuRow>();
  for (const menu of menus) if (menu.page !== null && !homes.has(homeOf(menu))) homes.set(homeOf(menu), menu);
  const own = homeOf(row);
  const isOf = (object: string, code: string): boolean => objectOf(code) === object;
  const native = new Set(
    menus.flatMap((menu) => (menu.page === null ? [] : menu.functions.filter((code) => isOf(homeOf(menu), code)))),
  );
  const asked = new Set(
    menus.flatMap((menu) =>
      menu.page !== null || menu.hidden ? [] : menu.functions.filter((code) => !native.has(code)),
    ),
  );
  if (row.page === null) return row.functions.filter((code) => !native.has(code) && !(row.hidden && asked.has(code)));
  const kept = row.functions.filter((code) => isOf(own, code) || (!asked.has(code) && !homes.has(objectOf(code))));
  const guests =
    homes.get(own) === row
      ? menus.flatMap((menu) => menu.functions).filter((code) => isOf(own, code) && !asked.has(code))
      : [];
  return [...new Set([...kept, ...guests])];
};

const grantsOf = (object: ResolvedObject | undefined): readonly string[] => {
  const of = (fields: Readonly<Record<string, ResolvedField>>): readonly string[] =>
    Object.values(fields).flatMap((field) => [
      ...(field.grant === undefined ? [] : [field.grant]),
      ...(field.sub === undefined ? [] : of(field.sub.fields)),
    ]);
  return object === undefined ? [] : of(object.fields);
};

/** Directories without a function below them are nothing one could grant. */
const withoutEmpty = (nodes: readonly GrantNode[]): readonly GrantNode[] => {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const kept = new Set<string>();
  for (const node of nodes)
    if (node.functions.length > 0)
      for (let at: GrantNode | undefined = node; at !== undefined && !kept.has(at.id); ) {
        kept.add(at.id);
        at = at.parent === null ? undefined : byId.get(at.parent);
      }
  return nodes.filter((node) => kept.has(node.id));
};
