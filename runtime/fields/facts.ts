/** Facts about a field that several readers of the runtime ask for; the kinds know them. */
import type { KindId } from '../../schemas/language/document';
import type { ResolvedField } from '../../schemas/language/resolved';

const WIDE: ReadonlySet<KindId> = new Set(['textarea', 'richText', 'json', 'expression', 'grants']);
/** Takes the whole width of a form unless it is placed otherwise: long texts, files, blocks of the page. */
export const isWide = (field: ResolvedField): boolean =>
  WIDE.has(field.kind) || field.block !== undefined || field.type === 'file' || field.text !== undefined;
