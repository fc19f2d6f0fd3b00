import { displayText } from '../../../schemas/language/codec/shown';
import type { DisplayProps } from '../display-props';

/** The text of the value; the empty value is nothing at all. */
export const TextDisplay = ({ value, field, look }: DisplayProps) => displayText(value, field, look);
