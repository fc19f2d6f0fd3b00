/** Judgements over a typed expression: parts without an SQL form, and values of granted fields that would leak. */
import { type Bound, childrenOf, walk } from '../expr/typed';
import { functionOf } from '../functions/index';

/** First function without an SQL form; subexpressions that read no record of the query are computed before and may be anything. */
export function sqlProblem(bound: Bound, overCandidate: boolean): string | undefined {
  if (!readsRecord(bound, overCandidate)) return undefined;
  const name = withoutSql(bound);
  if (name !== undefined) return name;
  for (const part of childrenOf(bound)) {
    const found = sqlProblem(part, overCandidate);
    if (found !== undefined) return found;
  }
  return undefined;
}

function withoutSql(node: Bound): string | undefined {
  if (node.k === 'call') return functionOf(node.name)?.sql === false ? node.name : undefined;
  if (node.k === 'among') return node.fn;
  if (node.k === 'above') return 'above';
  if (node.k === 'eff') return 'eff';
  if (node.k === 'server') return node.name;
  return node.k === 'agg' && node.fn === 'pairs' ? 'pairs' : undefined;
}
/** In a pick or a part only the candidate is of the query; elsewhere every field of the record is. */
function readsRecord(bound: Bound, overCandidate: boolean): boolean {
  let reads = false;
  walk(bound, (node) => {
    if (node.k === 'get')
      reads ||= overCandidate
        ? node.scope === 'self' || node.scope === 'it'
        : node.scope !== 'ask' && node.scope !== 'param';
    else if (node.k === 'agg' && node.source.s === 'query') reads = true;
  });
  return reads;
}

/** Title of a granted field that is read although the result lacks the same group. */
export function leakOf(bound: Bound, grant: string | undefined): string | undefined {
  let leak: string | undefined;
  walk(bound, (node) => {
    if (node.k !== 'get' && node.k !== 'hop') return;
    const own = node.field.grant;
    if (own !== undefined && own !== grant) leak ??= node.field.title;
  });
  return leak;
}
