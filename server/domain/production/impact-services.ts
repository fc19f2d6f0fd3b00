/** 冲销影响 as a tab of a report and above the question of its reversal. */
import type { Rec } from '../../../schemas/language/value';
import type { Ctx, Service } from '../../ctx';
import { forbidden } from '../../errors';
import { type Impact, impactOf, type Node } from './impact';
import { chainRefusal } from './reverse-chain';
import { openTo } from './ways';

export const reverseImpact: Service = {
  name: 'prdReport.impact',
  right: null,
  async run({ report: asked }, ctx): Promise<readonly Rec[]> {
    const id = Array.isArray(asked) ? asked[0] : asked;
    if (typeof id !== 'string') return [];
    if (!ctx.session.rights.has('prdReport:view')) throw forbidden();
    const found = await ctx.records.get('prdReport', id, { scoped: true });
    if (!found || found.docStatus !== EFFECTIVE) return [];
    const { nodes } = await impactOf(found, ctx);
    const who = await rolesOf(
      ctx,
      nodes.map(({ right }) => right),
    );
    // what is not the reader's to open is no link: he is told whom to ask
    const open = await openTo(nodes, ctx);
    const askedOf = await makersOf(
      nodes.filter(({ id }) => !open.has(id)),
      ctx,
    );
    return nodes.map((node, n) => ({
      report: found.id,
      seq: n + 1,
      docType: node.object,
      docId: open.has(node.id) ? node.id : null,
      docNbr: node.nbr,
      opNbr: node.opNbr,
      effect: node.effect,
      blocker: node.blocks === null ? '0' : '1',
      blockReason: node.blocks,
      who: [who.get(node.right), askedOf.get(node.id)].filter(Boolean).join('，'),
    }));
  },
};
const EFFECTIVE = '60';

/** What the dialog of 冲销 says before it asks why. */
export const reverseAsk: Service = {
  name: 'prdReport.reverseAsk',
  right: 'prdReport:reverse',
  run: async (args, ctx) => said(args, ctx, (impact) => impactText(impact)),
};
/** The same of 一键冲销. */
export const chainAsk: Service = {
  name: 'prdReport.chainAsk',
  right: 'prdReport:reverse',
  run: async (args, ctx) => said(args, ctx, (impact) => impactText(impact, chainRefusal(impact, ctx))),
};
const said = async (
  { ids }: Parameters<Service['run']>[0],
  ctx: Ctx,
  textOf: (impact: Impact) => string,
): Promise<Rec> => {
  const [id] = Array.isArray(ids) ? ids : [ids];
  const report = typeof id === 'string' ? await ctx.records.get('prdReport', id, { scoped: true }) : null;
  return report ? { impact: textOf(await impactOf(report, ctx)) } : {};
};

/** One line a document, in the order in which they go; the last is the report itself. */
const impactText = ({ nodes }: Impact, refused: string | null = null): string => {
  const lines = nodes.slice(0, MOST_LINES).map((node, n) => `${n + 1}. ${lineOf(node)}`);
  const more = nodes.length > MOST_LINES ? [`……共${nodes.length}项，见「冲销影响」`] : [];
  return [...(refused === null ? [] : [refused]), ...lines, ...more].join('\n');
};
const lineOf = ({ nbr, opNbr, effect, blocks }: Node): string => {
  const at = opNbr === null ? nbr : `工序${opNbr} ${nbr}`;
  return blocks === null ? `${at} ${effect}` : `${at} ${effect}（${blocks}）`;
};
const MOST_LINES = 12;

/** Names of the roles that may do something, the superusers apart. */
const rolesOf = async (ctx: Ctx, rights: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const roles = await ctx.asSystem().records.find('role', 'isDisabled == 0', { sort: 'code' });
  return new Map(
    [...new Set(rights)].map((right) => [
      right,
      roles
        .filter(({ functions, isSuper }) => isSuper !== true && functions.includes(right))
        .map(({ name }) => name)
        .slice(0, MOST_ROLES)
        .join('、'),
    ]),
  );
};
const MOST_ROLES = 3;

/** 请联系周涛: who made a document that its reader cannot open. */
const makersOf = async (nodes: readonly Node[], ctx: Ctx): Promise<ReadonlyMap<string, string>> => {
  const { records } = ctx.asSystem();
  const makers = new Map<string, string>();
  for (const { object, id } of nodes) {
    const made = (await records.get(object, id))?.createdBy;
    if (typeof made === 'string') makers.set(id, `请联系${await records.label('user', made)}`);
  }
  return makers;
};
