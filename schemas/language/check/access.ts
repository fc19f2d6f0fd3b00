/** Paths that scopes speak about: the server asks them as conditions over rows (`records/read/access`), so they must bind as such. */
import { bindExpr, ROW_HOPS } from '../expr/check';
import { BOOL } from '../expr/types';
import { isMany } from '../kinds/index';
import type { ObjectCheck } from './object-check';
import { fieldAt } from './paths';

export function checkAccess({ object, entry, library, say }: ObjectCheck): void {
  const { dept, owner = [] } = object.access;
  const types = { lib: library.types, object: entry.type, hops: ROW_HOPS };
  const judge = (path: string, mine: 'me.id' | 'me.employee' | 'me.dept'): void => {
    const field = fieldAt(path, entry.type, library.types);
    if (field === undefined) say('ref.field', 'access', { c: path });
    if (field === undefined || field === 'any') return;
    const text = isMany(field) ? `${mine} in ${path}` : `${path} == ${mine}`;
    if (Array.isArray(bindExpr(text, types, BOOL))) say('access.path', 'access', { c: path });
  };
  for (const path of owner) {
    const field = fieldAt(path, entry.type, library.types);
    judge(path, field !== 'any' && field?.ref === 'employee' ? 'me.employee' : 'me.id');
  }
  if (dept !== undefined) judge(dept, 'me.dept');
}
