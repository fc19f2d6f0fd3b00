/** The gallery shows how it is made: lines of its document in a small window, to read and to copy. */
import { Button } from 'antd';
import { useState } from 'react';
import type { Lines } from '../../schemas/language/lines';
import type { ResolvedObject } from '../../schemas/language/resolved';
import { Mark } from './Mark';
import styles from './SchemaLines.module.css';

interface Props {
  readonly object: ResolvedObject;
  /** field whose lines they are; the list's without */
  readonly code?: string;
}

export const SchemaLines = ({ object, code }: Props) => {
  const [lines, setLines] = useState<readonly Lines[]>([]);
  const handleOpen = (): void => {
    // who reads how a page is made is no ordinary user: the words for it come when they are asked for
    void import('../../schemas/language/lines').then(({ fieldLines, listLines }) =>
      setLines(code === undefined ? listLines(object) : fieldLines(object, code)),
    );
  };
  return (
    <Mark
      label={`定义：${(code === undefined ? undefined : object.fields[code]?.title) ?? object.title}`}
      className={styles.mark}
      ofField={code !== undefined}
      content={<Shown lines={lines} />}
      onOpen={handleOpen}
    >
      ?
    </Mark>
  );
};

const Shown = ({ lines }: { readonly lines: readonly Lines[] }) => (
  <div className={styles.lines} role="group" aria-label="定义">
    {lines.map(({ address, text }) => (
      <div key={address}>
        <b>{address}</b>
        <Copy text={text} />
        <pre>{text}</pre>
      </div>
    ))}
  </div>
);

const Copy = ({ text }: { readonly text: string }) => {
  const [said, setSaid] = useState('复制');
  const handleCopy = (): void => {
    // without https there is no clipboard: the lines can be selected
    const done = navigator.clipboard?.writeText(text);
    if (done === undefined) setSaid('请选中后复制');
    else
      done.then(
        () => setSaid('已复制'),
        () => setSaid('请选中后复制'),
      );
  };
  return (
    <Button type="link" size="small" onClick={handleCopy}>
      {said}
    </Button>
  );
};
