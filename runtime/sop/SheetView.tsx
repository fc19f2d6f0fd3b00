/** One sheet of an instruction: a file as the viewer shows it, or a step with its picture, what matters and what it takes. */
import type { ReactNode } from 'react';
import type { Row } from '../../schemas/language/value';
import { FileContent } from '../files/FileContent';
import { Mark } from '../files/Mark';
import styles from './SopViewer.module.css';
import type { Sheet } from './sheets';

export interface SheetViewProps {
  readonly sheet: Sheet;
  readonly mark: string | null;
  readonly keeps: boolean;
}
export function SheetView({ sheet, mark, keeps }: SheetViewProps) {
  if (sheet.sort === 'file') return <FileContent file={sheet.file} keeps={keeps} />;
  return (
    <Mark who={mark}>
      <Step row={sheet.row} title={sheet.title}>
        {sheet.images.map((file) => (
          <div key={file.id} className={styles.image}>
            <FileContent file={file} keeps={keeps} />
          </div>
        ))}
      </Step>
    </Mark>
  );
}

const FACTS = [
  ['param', '参数'],
  ['tool', '工具'],
  ['stdMin', '标准工时'],
] as const;

function Step({ row, title, children }: { readonly row: Row; readonly title: string; readonly children: ReactNode }) {
  const text = (code: string): string => (row[code] === null || row[code] === undefined ? '' : String(row[code]));
  const facts = FACTS.filter(([code]) => text(code) !== '');
  return (
    <article className={styles.step}>
      <h3>{title}</h3>
      {children}
      {text('content') !== '' && <p className={styles.content}>{text('content')}</p>}
      {text('keyPoint') !== '' && (
        <p className={styles.key}>
          <b>要点</b>
          {text('keyPoint')}
        </p>
      )}
      {facts.length > 0 && (
        <dl>
          {facts.map(([code, name]) => (
            <div key={code}>
              <dt>{name}</dt>
              <dd>
                {text(code)}
                {code === 'stdMin' && ' 分'}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </article>
  );
}
