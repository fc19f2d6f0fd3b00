/**
 * Judgements over a typed expression that is not wrong by itself: values of granted fields that would leak, answers of services where
 * there are none, texts that name no record.
 */
import { type Bound, walk } from '../expr/typed';
import { factsOf } from '../kinds/index';

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

/** Title of a field that a service answers, read where the record has no answers. */
export function askedOf(bound: Bound): string | undefined {
  let asked: string | undefined;
  walk(bound, (node) => {
    if ((node.k === 'get' || node.k === 'hop') && factsOf(node.field).isAsked) asked ??= node.field.title;
  });
  return asked;
}

/** A text that is compared with an id and is none: no record has it, and no query takes it. */
export function noId(bound: Bound): string | undefined {
  let said: string | undefined;
  walk(bound, (node) => {
    if (node.k !== 'cmp' && node.k !== 'in') return;
    for (const side of [node.left, node.right])
      for (const value of side.k === 'list' ? side.items : [side])
        if (value.k === 'lit' && (value.ty.t === 'ref' || value.ty.t === 'id') && !isId(value.value))
          said ??= String(value.value);
  });
  return said;
}
const isId = (value: unknown): boolean =>
  typeof value !== 'string' || /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
