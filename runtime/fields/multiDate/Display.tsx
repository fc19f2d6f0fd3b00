import type { DisplayProps } from '../display-props';
import { TextTags } from '../shared/TextTags';

const SHOWN = 2;

/** Days as chips; in a cell the first two and how many more. */
export const MultiDateDisplay = ({ value, look }: DisplayProps) => {
  const days = Array.isArray(value) ? value.map(String) : [];
  if (days.length === 0) return null;
  return <TextTags labels={days} shown={look.short === true ? SHOWN : days.length} />;
};
