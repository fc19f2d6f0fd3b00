/**
 * A field takes its column along to a new code. Where that code, or the one it leaves, is another field's in the same publish, the columns
 * would stay and the values stand under the wrong field: one of the two gets its code with the next publish.
 */
import type { ResolvedField } from '../../schemas/language/resolved';
import { problem } from '../../schemas/language/value';
import type { DesignProblem } from '../../schemas/language/wire-design';
import type { Registry } from '../registry/registry';
import { objectPairs } from './compare';

type Fields = Readonly<Record<string, ResolvedField>>;
interface Taken {
  readonly address: string;
  readonly code: string;
  readonly title: string;
}

export function takenCodes(now: Registry, next: Registry): readonly DesignProblem[] {
  return objectPairs(now, next).flatMap(({ before, after }) => {
    if (before === undefined) return [];
    const rows = Object.values(after.fields).flatMap((field) => {
      const old = own(before.fields, field.code) ?? own(before.fields, field.was);
      return takenIn(old?.sub?.fields ?? {}, field.sub?.fields ?? {}, `fields.${field.code}.fields`);
    });
    return [...takenIn(before.fields, after.fields, 'fields'), ...rows].map(({ address, code, title }) => ({
      ...problem(
        'code.taken',
        address,
        `编码「${code}」现在还是字段「${title}」的，请先给它换一个编码并发布，再用这个编码`,
      ),
      document: `object:${after.object}`,
    }));
  });
}

function takenIn(before: Fields, after: Fields, list: string): readonly Taken[] {
  return Object.values(after).flatMap((field): readonly Taken[] => {
    const { code, was } = field;
    const [old, source] = [own(before, code), own(before, was)];
    // said already, it has its column
    if (source === undefined || was === code || old?.was === was) return [];
    if (old !== undefined) return [{ address: `${list}.${code}`, code, title: old.title }];
    const left = own(after, was);
    return left === undefined ? [] : [{ address: `${list}.${left.code}`, code: left.code, title: source.title }];
  });
}
const own = (fields: Fields, code: string | undefined): ResolvedField | undefined =>
  code !== undefined && Object.hasOwn(fields, code) ? fields[code] : undefined;
