/** Which keys a field may have: those every field has, those of its storage type, those its kind brings. */
import type { FieldDoc, TypeId } from '../document';
import type { ResolvedField } from '../resolved';
import { kindOf } from './index';
import { COMMON_PROPS, type FieldKind } from './kind';
import { TYPES } from './types';

const known = new Map<FieldKind, Map<TypeId, ReadonlySet<string>>>();
/** Keys a field of this kind and type may have, in no order. */
export function fieldKeys(field: Pick<ResolvedField, 'kind' | 'type'>): ReadonlySet<string> {
  const kind = kindOf(field.kind);
  const byType = known.get(kind) ?? new Map<TypeId, ReadonlySet<string>>();
  known.set(kind, byType);
  const keys =
    byType.get(field.type) ??
    new Set<string>([
      ...COMMON_PROPS,
      ...(kind.types.includes(field.type) ? TYPES[field.type].props : []),
      ...ownProps(field),
    ]);
  byType.set(field.type, keys);
  return keys;
}

/** Keys the kind brings itself, without those of types the field does not have. */
function ownProps(field: Pick<ResolvedField, 'kind' | 'type'>): readonly (keyof FieldDoc)[] {
  const kind = kindOf(field.kind);
  const ofOtherTypes = new Set<string>(
    kind.types.filter((type) => type !== field.type).flatMap((type) => TYPES[type].props),
  );
  const ofType = new Set<string>(TYPES[field.type].props);
  return kind.props.filter((key) => ofType.has(key) || !ofOtherTypes.has(key) || kind.types.length === 1);
}
