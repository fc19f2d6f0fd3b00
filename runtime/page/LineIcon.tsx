/** The one way a line icon is drawn: a path on a 24 grid, in the colour of the text beside it. */
import type { CSSProperties } from 'react';

export interface LineIconProps {
  readonly d: string;
  /** side in rem */
  readonly size?: number;
  /** dots want a thicker pen than lines */
  readonly isDots?: boolean;
  readonly className?: string | undefined;
  readonly style?: CSSProperties | undefined;
}

export const LineIcon = ({ d, size = 1.3333, isDots = false, className, style }: LineIconProps) => (
  <svg
    className={className}
    style={style}
    viewBox="0 0 24 24"
    width={`${size}rem`}
    height={`${size}rem`}
    fill="none"
    stroke="currentColor"
    strokeWidth={isDots ? 2.6 : 1.8}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={d} />
  </svg>
);
