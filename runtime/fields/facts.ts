/** Facts about a field that several readers of the runtime ask for; the kinds know them. */
import { factsOf } from '../../schemas/language/kinds/index';
import type { ResolvedField } from '../../schemas/language/resolved';

/** Takes the whole width of a form unless it is placed otherwise: long texts, files, blocks of the page. */
export const isWide = (field: ResolvedField): boolean =>
  factsOf(field).isWide || field.block !== undefined || field.type === 'file' || field.text !== undefined;
