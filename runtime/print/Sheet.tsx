/** One page as SVG in mm. Every line of text gets the width it was laid out with, so that screen, paper and PDF break alike. */
import { memo } from 'react';
import type { PaintItem, PaintPage } from '../data/print-types';
import styles from './print.module.css';

const MM_PER_POINT = 25.4 / 72;
const LINE = 0.25;

export interface SheetProps {
  readonly page: PaintPage;
  readonly width: number;
  readonly height: number;
  readonly label: string;
}

export const Sheet = memo(function Sheet({ page, width, height, label }: SheetProps) {
  return (
    <svg className={styles.sheet} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {page.ground !== undefined && (
        <g className={styles.ground} data-ground="">
          {page.ground.map((item, i) => (
            <Painted key={i} item={item} width={width} height={height} />
          ))}
        </g>
      )}
      {page.items.map((item, i) => (
        <Painted key={i} item={item} width={width} height={height} />
      ))}
    </svg>
  );
});

/** One thing of a page, inside an SVG in mm. */
export function Painted({
  item,
  width,
  height,
}: {
  readonly item: PaintItem;
  readonly width: number;
  readonly height: number;
}) {
  switch (item.k) {
    case 'text':
      return (
        <text
          x={item.x}
          y={item.y}
          fontSize={item.size * MM_PER_POINT}
          fontWeight={item.bold === true ? 700 : 400}
          {...(item.w > 0 ? { textLength: item.w, lengthAdjust: 'spacingAndGlyphs' } : {})}
        >
          {item.text}
        </text>
      );
    case 'line':
      return <line x1={item.x1} y1={item.y1} x2={item.x2} y2={item.y2} stroke="currentColor" strokeWidth={LINE} />;
    case 'box':
      return (
        <rect
          x={item.x}
          y={item.y}
          width={item.w}
          height={item.h}
          fill="none"
          stroke="currentColor"
          strokeWidth={LINE}
        />
      );
    case 'fill':
      return <path d={pathOf(item.rects)} fill="currentColor" shapeRendering="crispEdges" />;
    case 'image':
      return <image href={item.file} x={item.x} y={item.y} width={item.w} height={item.h} />;
    case 'watermark':
      return (
        <g className={styles.watermark}>
          {[0.25, 0.5, 0.75].map((at) => (
            <text
              key={at}
              x={width / 2}
              y={height * at}
              textAnchor="middle"
              transform={`rotate(-25 ${width / 2} ${height * at})`}
            >
              {item.text}
            </text>
          ))}
        </g>
      );
  }
}

function pathOf(rects: readonly number[]): string {
  let d = '';
  for (let i = 0; i + 3 < rects.length; i += 4) {
    const [x, y, w, h] = rects.slice(i, i + 4);
    d += `M${x} ${y}h${w}v${h}h-${w}z`;
  }
  return d;
}
