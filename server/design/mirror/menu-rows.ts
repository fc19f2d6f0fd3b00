/** What the page 菜单管理 shows of the documents: areas, directories, entries. */
import type { MenuItemDoc, MenusDoc } from '../../../schemas/language/document';
import type { Rec } from '../../../schemas/language/value';
import type { MenuRow } from '../../registry/menus';
import type { Registry } from '../../registry/registry';
import { OWN_CODE } from '../sorts';
import type { Mirrored } from './mirrored';

/** Every entry of every menu; `parent` is told by its code. Where documents hang under one area they stand below one row. */
export function menuRecords({ files, menus }: Registry): readonly Mirrored[] {
  const rows = new Map(menus.map((row) => [row.id, row]));
  const areas = menus.filter((row) => row.parentId === null).map((row) => row.id);
  const found: Mirrored[] = [];
  for (const { doc } of files.menus) {
    if (!found.some(({ key }) => key === doc.area)) found.push(rootOf(doc, areas.indexOf(doc.area)));
    const walk = (items: Readonly<Record<string, MenuItemDoc>>, parent: string): void => {
      for (const [n, [code, item]] of Object.entries(items).entries()) {
        const id = `${doc.area}.${code}`;
        if (item.off !== true) found.push({ key: id, head: headOf(doc.area, code, item, rows.get(id), n), parent });
        if (item.items) walk(item.items, id);
      }
    };
    walk(doc.items, doc.area);
  }
  return found;
}

const rootOf = (doc: MenusDoc, n: number): Mirrored => ({
  key: doc.area,
  head: {
    ...BARE,
    code: doc.area,
    name: doc.title,
    type: '10',
    area: doc.area,
    icon: doc.icon ?? null,
    sortNo: (n + 1) * 10,
    isSystem: !OWN_CODE.test(doc.area),
  },
});
const BARE: Rec = {
  page: null,
  url: null,
  openMode: '1',
  appMark: '0',
  keepAlive: true,
  isShow: true,
  functionCount: 0,
  newDirectory: null,
};
const FOR = { all: '0', browser: '1', messenger: '2' } as const;

const headOf = (area: string, code: string, item: MenuItemDoc, row: MenuRow | undefined, n: number): Rec => ({
  ...BARE,
  code: `${area}.${code}`,
  name: row?.name ?? item.title ?? code,
  type: item.items ? '10' : '20',
  page: item.page ?? null,
  url: row?.url ?? item.route ?? null,
  area,
  icon: item.icon ?? null,
  openMode: item.open === 'window' ? '2' : '1',
  appMark: FOR[item.in ?? 'all'],
  keepAlive: item.keep !== false,
  isShow: item.hide !== true,
  sortNo: (n + 1) * 10,
  functionCount: row?.functions.length ?? 0,
  isSystem: !OWN_CODE.test(code),
});
