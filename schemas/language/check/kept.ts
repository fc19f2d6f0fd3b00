/**
 * Fields that the program reads and writes by their code: links to sources, approval, the state, and what blocks bring. Whatever document
 * has one, it is stored as the program asks for it; else every statement over all documents would break for that one.
 */
import type { BlockDoc, FieldDoc, Many } from '../document';
import { kindOf } from '../kinds/index';
import type { Storage } from '../kinds/kind';
import { resolveField } from '../resolve';
import { layersOf } from '../resolve/layers';
import type { ResolvedField } from '../resolved';
import type { ObjectCheck, Say } from './object-check';

const KEPT: Many<Storage> = {
  srcType: 'text',
  srcId: 'uuid',
  srcRowId: 'uuid',
  srcNbr: 'text',
  sourceOrderNbr: 'text',
  auditStatus: 'text',
  auditedBy: 'uuid',
  auditedAt: 'datetime',
};
const KEPT_HEAD: Many<Storage> = { ...KEPT, isDisabled: 'text' };
/** The types a document writes for a storage. */
const SAYS: Partial<Record<Storage, string>> = { text: 'text', uuid: 'id', datetime: 'datetime' };

const storageOf = (field: ResolvedField): Storage =>
  field.formulaAt === 'live' ? 'none' : kindOf(field.kind).storage(field);

export function checkKept(check: ObjectCheck): void {
  const { object, entry, library, say } = check;
  const blocks = fieldsOfBlocks(entry.doc.use, library.blocks);
  keeps(object.fields, { own: KEPT_HEAD, blocks, object: object.object }, 'fields', say);
  for (const { code, sub } of Object.values(object.fields)) {
    if (sub === undefined) continue;
    const blocks = fieldsOfBlocks(entry.doc.fields?.[code]?.use, library.blocks);
    keeps(sub.fields, { own: KEPT, blocks, object: object.object }, `fields.${code}.fields`, say);
  }
  const state = object.state === undefined ? undefined : object.fields[object.state];
  if (state !== undefined && state.dict !== undefined && storageOf(state) !== 'text')
    say('kept.type', `fields.${state.code}`, { f: state.title, t: 'dict' });
}

interface Wanted {
  readonly own: Many<Storage>;
  readonly blocks: Many<FieldDoc>;
  readonly object: string;
}
function keeps(fields: Many<ResolvedField>, { own, blocks, object }: Wanted, address: string, say: Say): void {
  for (const field of Object.values(fields)) {
    if (field.base === true) continue;
    const at = `${address}.${field.code}`;
    const has = storageOf(field);
    const kept = Object.hasOwn(own, field.code) ? own[field.code] : undefined;
    const block = Object.hasOwn(blocks, field.code) ? blocks[field.code] : undefined;
    if (kept !== undefined && has !== kept) say('kept.type', at, { f: field.title, t: SAYS[kept] ?? kept });
    else if (block !== undefined) {
      // a field by itself knows no object: its `self` is empty
      const as = resolveField(block, field.code, at);
      // a formula of the object itself may stand where the block has a value to type
      if (field.formula !== undefined && as.formula === undefined) continue;
      // computed when it is read it has no storage to differ in
      if (field.formulaAt === 'live' && field.type === as.type) continue;
      const ref = as.ref === '' ? object : as.ref;
      if (has !== storageOf(as) || (ref !== undefined && ref !== field.ref))
        say('kept.type', at, { f: field.title, t: as.type });
    }
  }
}

/** Fields as the blocks of a text have them, an upper one over a lower. */
function fieldsOfBlocks(use: readonly string[] | undefined, blocks: ReadonlyMap<string, BlockDoc>): Many<FieldDoc> {
  const layers = layersOf(use, blocks, (block) => ({ fields: block.fields ?? {} }), 'use', []);
  const fields: { [code: string]: FieldDoc } = {};
  // a block over another says only what differs
  for (const { node } of layers)
    for (const [code, field] of Object.entries(node.fields as Many<FieldDoc>))
      fields[code] = { ...fields[code], ...field };
  return fields;
}
