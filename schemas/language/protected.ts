/** Fields that the program alone writes, whatever a document or a client says: what every record has, approval, links. */
const KEPT: ReadonlySet<string> = new Set(
  'id version createdBy createdAt updatedBy updatedAt isDeleted auditStatus auditedBy auditedAt srcType srcId srcRowId srcNbr sourceOrderNbr'.split(
    ' ',
  ),
);

/** Whether no `set`, fill, push map or synced table may name the field. The state of an object has rules of its own. */
export const isProtected = (code: string): boolean => KEPT.has(code);
