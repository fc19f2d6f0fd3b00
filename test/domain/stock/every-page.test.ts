/**
 * Whatever somebody may open tells him nothing he may not know (40 §1 rights, §14): a receipt of 成品仓 is looked for in everything its keeper,
 * the keeper of the other stores and people without prices are answered: lists with their schemes, exports, templates, reports, cards and
 * cells of boards, messages, the search of the top bar. A page that is added is walked with the others.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../server/ids';
import { exportList } from '../../../server/records/export/export';
import { cardsOf, homeCards } from '../../../server/records/home/cards';
import { findAnything } from '../../../server/records/home/find';
import type { EngineCtx } from '../../../server/records/host';
import { getPageList } from '../../../server/records/list/list';
import { inboxOf } from '../../../server/records/people/inbox';
import { getOne } from '../../../server/records/read/read';
import { cellData, readCells } from '../../../server/records/report/cells';
import { getReportList } from '../../../server/records/report/list';
import type { Page } from '../../../server/registry/pages';
import { actsOf, type Stored } from '../../support/demo-acts';
import { sheetRows } from '../../support/sheets';
import { demoFactory, type Factory } from '../factory';

const LOT = 'LOT-CK03-ONLY';
const NOTE = 'NOTE-CK03-ONLY';
/** nobody else has so many, at such a price */
const QTY = 7777;
const PRICE = 987.6543;
const AMOUNT = 7680987.49;

let factory: Factory;
let receipt: Stored;
const acts = actsOf(() => factory);
beforeAll(async () => {
  factory = await demoFactory();
  const warehouse = await acts.id('warehouse', 'CK03');
  const { id: material, unit } = await acts.byCode('material', 'SR-08');
  const row = { material, unit, warehouse, qty: QTY, price: PRICE, batchNbr: LOT, produceDate: '2026-01-06' };
  const draft = { kind: '6', reason: NOTE, remark: NOTE, warehouse };
  const saved = await acts.save('otherReceipt', { ...draft, items: [{ id: newId(), ...row }] as never }, 'admin');
  receipt = await acts.act('otherReceipt', 'audit', saved);
  await acts.save('otherReceipt', { ...draft, items: [{ id: newId(), ...row, batchNbr: null }] as never }, 'admin');
});
afterAll(() => factory?.database.drop());

type Told = readonly (readonly [path: string, text: string])[];
/** what is refused tells nothing; what breaks is a fault */
const told = async (path: string, work: () => Promise<unknown>): Promise<Told> => {
  try {
    return [[path, JSON.stringify(await work()) ?? '']];
  } catch (error) {
    const { code, status } = error as { readonly code?: number; readonly status?: number };
    expect([path, code ?? status, (error as Error).message]).toEqual([
      path,
      expect.toBeOneOf([203, 400, 403, 404]),
      expect.anything(),
    ]);
    return [];
  }
};
const DAYS = ['2026-01-01', '2026-01-31'];
const listsOf = async (ctx: EngineCtx, code: string, page: Page): Promise<Told> => {
  const found: (readonly [string, string])[] = [];
  if (page.report !== undefined) {
    for (const search of [{}, { day: DAYS }, { bizDate: DAYS }, { month: DAYS }])
      found.push(...(await told(`report ${code}`, () => getReportList(ctx, page, { size: 200, search } as never))));
    return found;
  }
  const schemes = [undefined, ...page.list.schemes.map(({ code }) => code)];
  for (const scheme of schemes)
    found.push(
      ...(await told(`list ${code} ${scheme ?? ''}`, () =>
        getPageList(ctx, page, { size: 200, ...(scheme === undefined ? {} : { scheme }) } as never),
      )),
    );
  found.push(...(await told(`record ${code}`, () => getOne(ctx, page, { id: receipt.id } as never))));
  if (ctx.session.rights.super || ctx.session.rights.has(`${page.object.object}:export`))
    found.push(
      ...(await told(`export ${code}`, async () => sheetRows((await exportList(ctx, page, {} as never)).stream))),
    );
  return found;
};
/** settings are no list; pages that show what pages can do have no tables in a factory of tests */
const isLeftOut = (code: string, { object }: Page): boolean => object.settings !== undefined || code.startsWith('demo');
const everything = async (ctx: EngineCtx): Promise<Told> => {
  const found: (readonly [string, string])[] = [];
  for (const [code, page] of ctx.registry.pages)
    if (
      !isLeftOut(code, page) &&
      !code.includes('#') &&
      (ctx.session.rights.super || ctx.session.rights.has(page.right))
    )
      found.push(...(await listsOf(ctx, code, page)));
  const cards = cardsOf(ctx).flatMap(({ info, ask }) => (ask === undefined ? [] : info.card));
  for (let at = 0; at < cards.length; at += 40)
    found.push(
      ...(await told('home', () =>
        homeCards(ctx, { cards: cards.slice(at, at + 40) }, (error) => {
          throw error;
        }),
      )),
    );
  for (const board of ctx.registry.boards.values())
    for (const { code, report, chart } of board.cells)
      if (report !== undefined && chart !== undefined)
        found.push(
          ...(await told(`cell ${board.board}.${code}`, async () => {
            const [ask] = readCells({ cells: [{ key: code, report, chart, search: {} }] });
            return cellData(ctx, ask!, () => undefined);
          })),
        );
  for (const text of [receipt.nbr as string, NOTE])
    found.push(...(await told(`search ${text}`, () => findAnything(ctx, { text }))));
  found.push(...(await told('messages', () => inboxOf(ctx))));
  return found;
};
const pathsOf = async (login: string, needles: readonly (string | number)[]): Promise<readonly string[]> =>
  factory.as(login, async (ctx) =>
    (await everything(ctx as EngineCtx)).flatMap(([path, text]) =>
      needles.some((needle) => text.includes(String(needle))) ? path : [],
    ),
  );

describe('a receipt of another store', () => {
  const needles = () => [receipt.id, receipt.nbr as string, NOTE];
  it('is told its keeper on every way', async () => {
    const ways = new Set((await pathsOf('jianglei', needles())).map((path) => path.split(' ')[0]));
    for (const way of ['list', 'record', 'export', 'search']) expect([...ways]).toContain(way);
  }, 240_000);
  it('is told the keeper of the others on none', async () => {
    expect(await pathsOf('zhoutao', needles())).toEqual([]);
  }, 240_000);
});

describe('what something costs', () => {
  it('is told who has prices', async () => {
    expect((await pathsOf('admin', [PRICE, AMOUNT])).length).toBeGreaterThan(3);
  }, 240_000);
  it.each(['jianglei', 'gaofeng', 'wangmin', 'zhaomin', 'liuqiang', 'sunhao'])(
    'is not told %s',
    async (login) => {
      expect(await pathsOf(login, [PRICE, AMOUNT])).toEqual([]);
    },
    240_000,
  );
});
