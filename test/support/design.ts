/** An implementer over the demo factory: documents that are made, published and used. */
import { sql } from 'kysely';
import type { AnyDoc, ObjectDoc } from '../../schemas/language/document';
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

/** 工装借用, as an implementer would have it after a while. */
export const toolLoan = (more: Partial<ObjectDoc> = {}): ObjectDoc => ({
  $schema: 'object/1',
  object: 'xToolLoan',
  title: '工装借用',
  use: ['document'],
  route: '/app/xToolLoan/list',
  fields: {
    nbr: { rule: 'GZ{date:yyyyMMdd}{seq:4}' },
    borrower: { title: '借用人', required: true },
    items: {
      title: '明细',
      kind: 'tabTable',
      fields: { tool: { title: '工装', required: true }, qty: { title: '数量', type: 'decimal', required: true } },
    },
  },
  ...more,
});

/** A plain object without documents' ways. */
export const note = (fields: ObjectDoc['fields'], more: Partial<ObjectDoc> = {}): ObjectDoc => ({
  $schema: 'object/1',
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
