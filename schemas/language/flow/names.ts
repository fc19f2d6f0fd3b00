/** What expressions of a flow may name: the document, `starter` (a user) and `flow` (the running instance). */
import type { TypeEnv } from '../expr/check';
import type { FieldType, ObjectType, TypeLib } from '../resolved';

const field = (code: string, title: string, type: 'int' | 'text' | 'datetime' | 'ref', ref?: string): FieldType => ({
  code,
  title,
  kind: 'default',
  type,
  ...(ref === undefined ? {} : { ref }),
});
/** The instance as conditions see it, until the object itself is in the library. */
const INSTANCE: ObjectType = {
  object: 'flowInstance',
  title: '流程实例',
  label: ['title'],
  fields: {
    title: field('title', '标题', 'text'),
    round: field('round', '轮次', 'int'),
    startAt: field('startAt', '发起时间', 'datetime'),
    dept: field('dept', '发起部门', 'ref', 'dept'),
  },
};

/**
 * Types of an expression in a flow over this object: bare names and `doc` are the document, `starter` the user who submits, `flow` the
 * instance. Who handles a node is nobody here, so `me` is refused.
 */
export function flowTypes(object: ObjectType, lib: TypeLib): TypeEnv {
  return {
    lib: {
      object: (code) => lib.object(code) ?? (code === INSTANCE.object ? INSTANCE : undefined),
      dict: (code) => lib.dict(code),
      setting: (key) => lib.setting(key),
      serverFunction: (name) => lib.serverFunction?.(name),
      named: (code) => lib.named?.(code),
    },
    object,
    extra: { starter: { t: 'ref', object: 'user' }, flow: { t: 'ref', object: INSTANCE.object } },
    allow: ['doc', 'sys'],
  };
}
