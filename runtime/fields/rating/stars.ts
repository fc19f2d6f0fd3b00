import type { ResolvedField } from '../../../schemas/language/resolved';

/** How many stars there are. */
export const starsOf = (field: Pick<ResolvedField, 'max'>): number => (typeof field.max === 'number' ? field.max : 5);
