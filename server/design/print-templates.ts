/** The layouts of an organisation as rows (domain 10 §6.7): what the page 打印模板 lists and opens in the designer. */
import { sql } from 'kysely';
import type { PrintDoc } from '../../schemas/language/print';
import type { Rec } from '../../schemas/language/value';
import type { Service } from '../ctx';
import type { EngineCtx } from '../records/host';
import type { Placed } from '../registry/load';

/** how far back prints are counted */
const DAYS = 90;

export const printTemplates: Service = {
  name: 'print.templates',
  right: 'printTpl:view',
  run: async (_args, ctx): Promise<readonly Rec[]> => {
    const { registry, host, trx } = ctx as EngineCtx;
    const shipped = new Set(host.registries.shipped.files.prints.map(({ doc }) => doc.print));
    const counted = await trx
      .selectFrom('print_log')
      .select(['layout', sql<number>`count(*)::int`.as('n')])
      .where(sql<boolean>`printed_at > now() - make_interval(days => ${DAYS})`)
      .groupBy('layout')
      .execute();
    const counts = new Map(counted.map((row) => [String(row.layout), Number(row.n)]));
    return registry.files.prints.map((placed) => rowOf(placed, shipped, counts.get(placed.doc.print) ?? 0));
  },
};

const rowOf = ({ doc, overlay }: Placed<PrintDoc>, shipped: ReadonlySet<string>, printed: number): Rec => ({
  code: doc.print,
  name: doc.title,
  page: doc.page,
  sort: doc.sort ?? 'doc',
  paper: paperOf(doc),
  isDefault: doc.default === true,
  isConditional: doc.when !== undefined,
  copies: doc.copies ?? 1,
  once: doc.once === true,
  watermark: doc.watermark === true,
  source: shipped.has(doc.print) ? (overlay === undefined ? 'shipped' : 'changed') : 'own',
  printed,
});

function paperOf({ paper = 'A4', width, height, landscape }: PrintDoc): string {
  if (width !== undefined && height !== undefined) return `${width}×${height} mm`;
  return `${paper.replace('x', '×')}${landscape ? ' 横向' : ''}`;
}
