/** Judgements over a typed expression that is not wrong by itself: values of granted fields that would leak. */
import { type Bound, walk } from '../expr/typed';

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
