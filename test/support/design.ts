/** An implementer over the demo factory: documents that are made, published and used. */
import { sql } from 'kysely';
import type { AnyDoc, FieldDoc, ObjectDoc } from '../../schemas/language/document';
import type { Ctx } from '../../server/ctx';
import { newId } from '../../server/ids';
import { makeCtx } from '../../server/records/context';
import type { EngineCtx } from '../../server/records/host';
import { demoFactory, type Factory } from '../domain/factory';

export interface Designing {
  readonly factory: Factory;
  /** a ctx as a request has it, with what is published by now */
  as(login?: string): Promise<EngineCtx>;
  rows<T = Record<string, unknown>>(text: string): Promise<T[]>;
  /** columns of a table as the catalog has them */
  columns(table: string): Promise<readonly string[]>;
}

export const openDesign = async (): Promise<Designing> => {
  const factory = await demoFactory();
  const { db } = factory.database;
  return {
    factory,
    async as(login = 'admin') {
      const session = await factory.as(login, async (ctx: Ctx) => ctx.session);
      return makeCtx(factory.engine.host, session, { requestId: newId() });
    },
    rows: async <T>(text: string) => (await sql.raw<T>(text.replaceAll('$', factory.org.schema)).execute(db)).rows,
    async columns(table) {
      const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
        where table_schema = ${factory.org.schema} and table_name = ${table} order by ordinal_position`.execute(db);
      return rows.map(({ name }) => name);
    },
  };
};

/** 工装借用 as an implementer has it after an hour: object, dictionary, menu, report and print. */
export const toolLoan = (more: Readonly<Record<string, FieldDoc>> = {}): readonly AnyDoc[] => [
  {
    $schema: 'object/2',
    object: 'xToolLoan',
    title: '工装借用',
    route: '/app/xToolLoan/list',
    label: 'nbr',
    state: 'loanState',
    fields: {
      nbr: { title: '单号', kind: 'autoCode', rule: 'GZ{today():yyyyMMdd}{seq:4}' },
      borrower: { title: '借用人', kind: 'dialogSelect', ref: 'employee', required: true },
      lentAt: { title: '借出日期', kind: 'date', required: true, default: '=today()' },
      backAt: { title: '归还日期', kind: 'date' },
      loanState: { title: '状态', dict: 'xLoanState', default: '10' },
      total: { title: '总数', type: 'decimal', formula: 'sum(items.qty)' },
      items: {
        title: '明细',
        kind: 'tabTable',
        fields: {
          tool: { title: '工装', required: true },
          qty: { title: '数量', type: 'decimal', required: true, min: 1 },
        },
      },
      ...more,
    },
    rules: { due: { when: "loanState == '20'", require: ['backAt'] } },
    checks: { order: { that: 'empty(backAt) || backAt >= lentAt', at: 'backAt', say: '归还日期不能早于借出日期' } },
    list: { columns: ['nbr', 'borrower', 'lentAt', 'loanState:tag', 'total'], summary: { total: 'sum' } },
    edit: {
      groups: {
        base: { title: '基本', fields: ['borrower', 'lentAt', 'backAt', 'loanState', ...Object.keys(more)] },
        rows: { title: '明细', fields: ['items', 'total'] },
      },
    },
    actions: {
      add: {},
      edit: {},
      lend: { title: '借出', from: ['10'], to: '20', set: { backAt: '=dateAdd(today(), 7)' } },
      giveBack: { title: '归还', from: ['20'], to: '30', set: { backAt: '=today()' } },
    },
  },
  {
    $schema: 'dictionaries/1',
    area: 'xTools',
    dicts: {
      xLoanState: {
        title: '借用状态',
        items: [
          { code: '10', title: '草稿' },
          { code: '20', title: '已借出' },
          { code: '30', title: '已归还' },
        ],
      },
    },
  },
  {
    $schema: 'menus/1',
    area: 'xTools',
    title: '工装管理',
    items: { xToolLoan: { title: '工装借用', page: 'xToolLoan' }, xLoanStat: { title: '借用统计', page: 'xLoanStat' } },
  },
  {
    $schema: 'report/1',
    report: 'xLoanStat',
    title: '借用统计',
    route: '/app/xLoanStat/list',
    from: 'xToolLoan.items',
    dims: { tool: {} },
    by: ['tool'],
    measures: { qty: { title: '数量', of: 'sum(qty)' } },
    list: { columns: ['$group', 'qty'], charts: { bar: { title: '数量', chart: 'bar', x: 'tool', y: ['qty'] } } },
  },
  {
    $schema: 'print/1',
    print: 'xLoanA4',
    title: '借用单',
    page: 'xToolLoan',
    paper: 'A4',
    bands: {
      docHeader: { height: 20, items: { nbr: { x: 10, y: 5, w: 60, h: 8, field: 'nbr' } } },
      details: {
        rows: { rows: 'items', row: { height: 8, items: { tool: { x: 10, y: 0, w: 60, h: 8, field: 'tool' } } } },
      },
    },
  } as unknown as AnyDoc,
];

/** A plain object without documents' ways. */
export const note = (fields: ObjectDoc['fields'], more: Partial<ObjectDoc> = {}): ObjectDoc => ({
  $schema: 'object/2',
  object: 'xNote',
  title: '便签',
  route: '/app/xNote/list',
  label: 'code',
  fields: { code: { title: '编码' }, ...fields },
  actions: { add: {}, edit: {}, del: {} },
  ...more,
});
export const wish = (
  doc: AnyDoc,
  area = 'xApp',
): { readonly id: string; readonly doc: AnyDoc; readonly area: string } => {
  const [sort] = doc.$schema.split('/');
  const { object, report, board, area: own, print } = doc as unknown as Record<string, string | undefined>;
  return { id: `${sort}:${object ?? report ?? board ?? print ?? own}`, doc, area };
};
