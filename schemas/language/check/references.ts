/** Codes that name something elsewhere: objects, dictionaries, blocks, pages, menus, services, screens, rights (ref.*). */

import { addressOf, entrySegment } from '../resolve/address';
import type { Node } from '../resolve/merge';
import { isNode } from '../resolve/merge';
import { expandPlacement, placementKey } from '../resolve/placement';
import { SORTS } from '../sorts/index';
import type { KeySpec, RefSort, Shape, SortId } from '../sorts/table';
import { type TextCode, text } from '../texts';
import { type Problem, problem } from '../value';
import { FIELD_GROUPS, PAGE_BLOCKS, SCREENS } from './known';
import { hasPage, type Library } from './library';

/** Problems of one document; walks its own text only, so a block's mistakes are told once, at the block. */
export function checkReferences(doc: Node, sort: SortId, library: Library): readonly Problem[] {
  const problems: Problem[] = [];
  const say = (code: TextCode, at: string, c: string): void => {
    problems.push(problem(code, at, text(code, { c })));
  };
  const one = (ref: RefSort, value: unknown, at: string, owner: SortId): void => {
    if (typeof value !== 'string' || value.startsWith('=') || value.startsWith('$')) return;
    const code = unknownCode(ref, value, owner, library);
    if (code !== undefined) say(code, at, value);
  };
  const walkNode = (node: Node, id: SortId, address: string): void => {
    if (node.off === true) return;
    const keys = SORTS[id] as { readonly [key: string]: KeySpec };
    for (const [key, value] of Object.entries(node)) {
      const spec = Object.hasOwn(keys, key) ? keys[key] : undefined;
      if (spec !== undefined) walk(value, spec.shape, addressOf(address, key), id);
    }
  };
  const walk = (value: unknown, shape: Shape, at: string, owner: SortId): void => {
    if (typeof shape === 'string' || value === undefined) return;
    if ('ref' in shape) one(shape.ref, value, at, owner);
    else if ('refs' in shape && Array.isArray(value)) for (const code of value) one(shape.refs, code, at, owner);
    else if ('node' in shape && isNode(value)) walkNode(value, shape.node, at);
    else if ('map' in shape && isNode(value)) {
      for (const [code, entry] of Object.entries(value))
        if (isNode(entry)) walkNode(entry, shape.map, addressOf(at, code));
    } else if ('list' in shape && Array.isArray(value)) {
      for (const entry of value) if (isNode(entry)) walkNode(entry, shape.list, addressOf(at, entrySegment(entry)));
    } else if ('placements' in shape && Array.isArray(value)) {
      for (const entry of value) {
        const { placement } = expandPlacement(entry, shape.placements);
        walkNode(placement as Node, shape.placements, addressOf(at, placementKey(placement)));
      }
    } else if ('any' in shape) {
      for (const inner of shape.any) {
        const fits =
          typeof inner === 'object' &&
          (('ref' in inner && typeof value === 'string') ||
            (('refs' in inner || 'list' in inner) && Array.isArray(value)) ||
            ('node' in inner && isNode(value)));
        if (fits) walk(value, inner, at, owner);
      }
    }
  };
  walkNode(doc, sort, '');
  return problems;
}

function unknownCode(ref: RefSort, code: string, owner: SortId, library: Library): TextCode | undefined {
  const { registry } = library;
  switch (ref) {
    case 'object':
      return code === 'self' || library.objects.has(code) ? undefined : 'ref.object';
    case 'dict':
      return library.dicts.has(code) ? undefined : 'ref.dict';
    case 'block':
      return library.blocks.has(code) ? undefined : 'ref.block';
    case 'page':
      return hasPage(library, code) ? undefined : 'ref.page';
    case 'report':
      return library.reports.has(code.split('.')[0] ?? '') || registry.pages?.has(code) === true
        ? undefined
        : 'ref.report';
    case 'menu':
      return library.menus.has(code) ? undefined : 'ref.menu';
    case 'settings':
      return library.groups.has(code) || library.settings.has(code) ? undefined : 'ref.settings';
    case 'pageBlock':
      return PAGE_BLOCKS.includes(code) ? undefined : 'ref.block';
    case 'screen':
      return (registry.screens?.has(code) ?? false) || SCREENS.includes(code) ? undefined : 'ref.screen';
    case 'service':
      return registry.services === undefined || registry.services.has(code) ? undefined : 'ref.service';
    case 'print':
      return library.prints.has(code) ? undefined : 'ref.print';
    case 'right':
      return rightIsKnown(code, owner, library) ? undefined : 'ref.right';
  }
}

const GRANTED: ReadonlySet<SortId> = new Set<SortId>(['field', 'column', 'search', 'dim', 'measure']);
/** On a field a group or `object:action`; elsewhere a short right is this object's own, a full one an action of another. */
function rightIsKnown(right: string, owner: SortId, library: Library): boolean {
  const [object = '', action = ''] = right.split(':');
  if (!right.includes(':')) return !GRANTED.has(owner) || FIELD_GROUPS.includes(right);
  const entry = library.objects.get(object);
  // a function family of its own (`stock:close`) is declared by the action that names it
  if (entry === undefined) return owner === 'action' || library.menuGrants.has(right);
  const views = Object.values(entry.object.views).flatMap((view) => Object.values(view.actions));
  return (
    ['view', 'add', 'edit', 'del'].includes(action) ||
    library.menuGrants.has(right) ||
    [...Object.values(entry.object.actions), ...views].some((action) => action.right === right)
  );
}
