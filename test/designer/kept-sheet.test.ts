import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { guessColumns } from '../../designer/workspace/guess';
import {
  countRows,
  fileFor,
  forgetSheet,
  type KeptSheet,
  keepSheet,
  keptSheet,
} from '../../designer/workspace/kept-sheet';
import { objectText } from '../../designer/workspace/new-object';
import { ownFields, placed } from '../../designer/workspace/sheet-fields';
import type { ObjectDoc } from '../../schemas/language/document';
import { resolveObject } from '../../schemas/language/resolve';
import { readTable } from '../../server/excel/read-sheet';

const LINES = [
  ['借用单号', '借用人', '借用状态', '数量'],
  ['J1', '何静', '待借出', '2'],
  ['J2', '刘"强"', '借用中', ''],
  ['', '', '', ''],
  ['J3', '张\t三\n四', '待借出', '1,5'],
  ['J4', '"李"', '借用中', '=cmd()'],
];
const LIMITS = { rows: 20_000, columns: 200, cell: 5000 };
async function began(lines: readonly (readonly string[])[], change: (doc: ObjectDoc) => ObjectDoc = (doc) => doc) {
  const columns = placed(await guessColumns(lines), {});
  const own = await ownFields(columns, []);
  const wish = { code: 'xLoan', title: '借用', sort: 'plain', prefix: '', tree: false } as const;
  const doc = change(objectText(wish, { from: 'excel', columns: own.columns }));
  const kept: KeptSheet = {
    name: '借用台账.xlsx',
    columns: columns.map(({ code, title }) => ({ field: code, title })),
    rows: lines.slice(1),
  };
  const dicts = new Map(own.dicts.map(({ code, items }) => [code, items.map((item) => item.code)]));
  const object = resolveObject(doc, {
    blocks: new Map(),
    settings: [],
    area: '',
    dictCodes: (code) => dicts.get(code),
    isLiveFunction: () => false,
  });
  return { kept, doc, object };
}
const readBack = async (file: File) => readTable(Buffer.from(await file.arrayBuffer()), LIMITS);

describe('rows of the sheet an object began with', () => {
  it('are read by its import as they stood, each in its line', async () => {
    const { kept, object } = await began(LINES);
    const { file, left } = fileFor(kept, object);
    expect([file.name, left]).toEqual(['借用台账.csv', []]);
    expect(await readBack(file)).toEqual([
      ['借用单号', '借用人', '借用状态', '数量'],
      ['J1', '何静', '待借出', '2'],
      ['J2', '刘"强"', '借用中'],
      [],
      ['J3', '张\t三\n四', '待借出', '1,5'],
      ['J4', '"李"', '借用中', '=cmd()'],
    ]);
    expect(countRows(kept.rows)).toBe(4);
  });
  it('follow fields that were called otherwise, by code or by title', async () => {
    const { kept, object } = await began(LINES, (doc) => {
      const { jieYongRen, shuLiang, ...fields } = doc.fields ?? {};
      return {
        ...doc,
        fields: { ...fields, jieYongRen: { ...jieYongRen, title: '谁借的' }, count: { ...shuLiang } },
        edit: { groups: { base: { title: '基本信息', fields: ['jieYongDanHao', 'jieYongRen', 'count'] } } },
      };
    });
    const { file, left } = fileFor(kept, object);
    expect(left).toEqual(['借用状态']);
    expect((await readBack(file))[0]).toEqual(['借用单号', '谁借的', '数量']);
  });
  it('leave out the state, which actions change', async () => {
    const { kept, object } = await began(LINES, (doc) => ({ ...doc, state: 'jieYongZhuangTai' }));
    const { file, left } = fileFor(kept, object);
    expect(left).toEqual(['借用状态']);
    expect((await readBack(file))[1]).toEqual(['J1', '何静', '2']);
  });
  it('of one column keep their commas', async () => {
    const { kept, object } = await began([['说明'], ['轻,放'], ['"引"'], ['丙']]);
    expect(await readBack(fileFor(kept, object).file)).toEqual([['说明'], ['轻,放'], ['"引"'], ['丙']]);
  });
  it('are told apart by a column of distinct values; without one lines of one name are records of their own', async () => {
    expect((await began(LINES.filter((line) => line[0] !== ''))).doc.import).toBeUndefined();
    const { object } = await began([['借用人'], ['何静'], ['何静']]);
    expect(object.import.xLoan?.key).toEqual([]);
  });
});

describe('where they are kept', () => {
  beforeEach(() => {
    // whatever files before this one brought: there is no database here
    vi.stubGlobal('indexedDB', undefined);
    sessionStorage.clear();
  });
  afterEach(() => vi.unstubAllGlobals());
  const mine = { org: 'o', user: 'u' };
  const now = Date.UTC(2026, 0, 1);
  it('they stay until they are forgotten, seven days, for who began the object', async () => {
    const { kept } = await began(LINES);
    expect(await keepSheet(mine, 'xLoan', kept, now)).toBe(true);
    expect(await keptSheet(mine, 'xLoan', now + 1)).toEqual({ sheet: kept, isOnDevice: false });
    expect(await keptSheet(mine, 'xOther', now + 1)).toBeUndefined();
    expect(await keptSheet(mine, 'xLoan', now + 8 * 86_400_000)).toBeUndefined();
    await forgetSheet(mine, 'xLoan');
    expect(await keptSheet(mine, 'xLoan', now + 1)).toBeUndefined();
    await keepSheet(mine, 'xLoan', kept, now);
    expect(await keptSheet({ org: 'o', user: 'v' }, 'xLoan', now + 1)).toBeUndefined();
  });
  it('a storage that is full is told', async () => {
    const { kept } = await began(LINES);
    vi.stubGlobal('sessionStorage', {
      setItem: () => {
        throw new Error('full');
      },
    });
    expect(await keepSheet(mine, 'xLoan', kept, now)).toBe(false);
  });
});
