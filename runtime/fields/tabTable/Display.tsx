import type { DisplayProps } from '../display-props';

/** How many rows; the rows themselves have their own table. */
export const TabTableDisplay = ({ value }: DisplayProps) => (Array.isArray(value) ? `${value.length} 行` : null);
