/** Paper of a layout: size, direction, margins, and how labels stand on a sheet. Every change is one step of the history. */
import { InputNumber, Select } from 'antd';
import type { ReactNode } from 'react';
import type { PrintDoc } from '../../schemas/language/print/index';
import { cellOf, marginsOf, paperOf } from '../../schemas/language/print/index';
import type { ResolvedObject } from '../../schemas/language/resolved';
import { PRINT } from '../../schemas/language/sorts/print';
import { keyText } from '../../schemas/language/sorts/texts/index';
import type { Json } from '../../schemas/language/value';
import { Choices } from '../parts/Choices';
import styles from './print.module.css';
import { labelFor, labelPers } from './templates';

interface Props {
  readonly doc: PrintDoc;
  readonly object: ResolvedObject;
  readonly onKeys: (keys: { readonly [key: string]: Json | undefined }) => void;
}
const DIRECTIONS = [
  { code: 'tall', title: '纵向' },
  { code: 'wide', title: '横向' },
] as const;
const SIDES = ['上', '右', '下', '左'] as const;

const papers = (): readonly { readonly value: string; readonly label: string }[] => {
  const shape = PRINT.paper?.shape;
  const words = typeof shape === 'object' && 'words' in shape ? shape.words.map(String) : [];
  const titles = keyText('print', 'paper').words ?? {};
  return words.map((value) => ({ value, label: titles[value] ?? value }));
};
/** `A4 纵向`, as the bar says it. */
export function paperTitle(doc: PrintDoc): string {
  const [width, height] = paperOf(doc);
  const named = papers().find((paper) => paper.value === (doc.paper ?? 'A4'))?.label ?? '';
  const isFree = doc.paper === 'custom' || doc.paper === 'label';
  return isFree ? `${named} ${width} × ${height}` : `${named} ${width > height ? '横向' : '纵向'}`;
}

export const PaperForm = ({ doc, object, onKeys }: Props) => {
  const paper = doc.paper ?? 'A4';
  const isFree = paper === 'custom' || paper === 'label';
  const isLabel = doc.sort === 'label';
  const pers = isLabel ? labelPers(object) : [];
  const margins = marginsOf(doc);
  const [width, height] = isLabel && doc.grid !== undefined ? cellOf(doc) : paperOf({ ...doc, landscape: false });
  const margin = (i: number, to: number): void => {
    const next = margins.map((margin, n) => (n === i ? to : margin));
    onKeys({ margins: next.every((number) => number === 10) ? undefined : next });
  };
  return (
    <div className={styles.form}>
      <Line title="纸张">
        <Select
          value={paper}
          aria-label="纸张"
          options={[...papers()]}
          onChange={(to: string) => {
            const free = to === 'custom' || to === 'label';
            const [w, h] = paperOf(doc);
            onKeys({
              paper: to === 'A4' ? undefined : to,
              width: free ? (doc.width ?? w) : undefined,
              height: free ? (doc.height ?? h) : undefined,
              ...(free ? { landscape: undefined } : {}),
            });
          }}
        />
      </Line>
      {!isFree && (
        <Line title="方向">
          <Choices
            role="radio"
            look="bar"
            label="方向"
            choices={DIRECTIONS}
            value={doc.landscape === true ? 'wide' : 'tall'}
            onChoose={(to) => onKeys({ landscape: to === 'wide' ? true : undefined })}
          />
        </Line>
      )}
      {(isFree || (isLabel && doc.grid !== undefined)) && (
        <Line title={isLabel && doc.grid !== undefined ? '标签宽高' : '宽高'}>
          <Millimetres title="宽" value={width} least={10} onChange={(to) => onKeys({ width: to })} />
          <Millimetres title="高" value={height} least={5} onChange={(to) => onKeys({ height: to })} />
        </Line>
      )}
      {(!isLabel || doc.grid !== undefined) && (
        <Line title="页边距">
          <div className={styles.sides}>
            {SIDES.map((side, i) => (
              <Millimetres
                key={side}
                title={side}
                value={margins[i] ?? 10}
                least={0}
                onChange={(to) => margin(i, to)}
              />
            ))}
          </div>
        </Line>
      )}
      {pers.length > 1 && (
        <Line title="每张打印">
          <Choices
            role="radio"
            look="bar"
            label="每张打印"
            choices={pers}
            value={doc.per ?? 'record'}
            onChoose={(per) =>
              onKeys(labelFor(doc, object, per) as unknown as { readonly [key: string]: Json | undefined })
            }
          />
        </Line>
      )}
      {isLabel && (
        <Line title="每张纸">
          <Choices
            role="radio"
            look="bar"
            label="每张纸"
            choices={SHEETS}
            value={doc.grid === undefined ? 'one' : 'many'}
            onChoose={(to) => {
              if (to === 'one') onKeys({ grid: undefined, paper: 'label', width, height });
              else if (doc.grid === undefined)
                onKeys({ grid: { rows: 7, columns: 3 }, paper: undefined, width: undefined, height: undefined });
            }}
          />
        </Line>
      )}
      {isLabel && doc.grid !== undefined && (
        <Line title="排列">
          <div className={styles.sides}>
            {GRID.map(({ key, title, least }) => (
              <Millimetres
                key={key}
                title={title}
                value={doc.grid?.[key] ?? 0}
                least={least}
                unit={least === 1 ? '' : '毫米'}
                onChange={(to) => onKeys({ grid: { ...doc.grid, [key]: to } as unknown as Json })}
              />
            ))}
          </div>
        </Line>
      )}
    </div>
  );
};
const SHEETS = [
  { code: 'one', title: '一个标签' },
  { code: 'many', title: '多个标签' },
] as const;
const GRID = [
  { key: 'rows', title: '行', least: 1 },
  { key: 'columns', title: '列', least: 1 },
  { key: 'gapX', title: '横距', least: 0 },
  { key: 'gapY', title: '纵距', least: 0 },
] as const;

const Line = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <div className={styles.line}>
    <span>{title}</span>
    <div>{children}</div>
  </div>
);

interface MillimetresProps {
  readonly title: string;
  readonly value: number;
  readonly least: number;
  readonly unit?: string;
  readonly onChange: (to: number) => void;
}
const Millimetres = ({ title, value, least, unit = '毫米', onChange }: MillimetresProps) => (
  <InputNumber
    size="small"
    aria-label={`${title}${unit === '' ? '数' : ''}`}
    prefix={title}
    value={value}
    min={least}
    max={1000}
    step={unit === '' ? 1 : 0.5}
    precision={unit === '' ? 0 : 1}
    changeOnWheel={false}
    title={unit}
    onChange={(to) => {
      if (to !== null && to !== value) onChange(to);
    }}
  />
);
