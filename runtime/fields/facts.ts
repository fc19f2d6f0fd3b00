/** Facts about a field that several readers of the runtime ask for; the kinds know them. */
import { kindOf } from '../../schemas/language/kinds/index';
import type { ResolvedField } from '../../schemas/language/resolved';

/** A list of values: by the key `many`, or because the kind always is one. */
export const isMany = (field: ResolvedField): boolean => field.many === true || kindOf(field.kind).many === 'always';
