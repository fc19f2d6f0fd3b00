import type { Placement } from '../../schemas/language/resolved';

/** Name of a search control in requests: its parameter, its field, or the fields of one box joined by a comma. */
export const searchKey = (item: Placement): string => item.param ?? item.field ?? (item.fields ?? []).join(',');
