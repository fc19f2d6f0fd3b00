import type { DisplayProps } from '../display-props';
import { SHOWN } from '../shared/MoreTags';
import { TextTags } from '../shared/TextTags';

/** Records as chips; in a cell the first three and how many more. */
export const CommonMultipleCheckDisplay = ({ value, field, look }: DisplayProps) => {
  const ids = Array.isArray(value) ? (value as readonly string[]) : [];
  if (ids.length === 0) return null;
  const object = look.target?.(field) ?? field.ref ?? '';
  const labels = ids.map((id) => look.label?.(object, id) ?? '--');
  return <TextTags labels={labels} shown={look.short === true ? SHOWN : ids.length} />;
};
