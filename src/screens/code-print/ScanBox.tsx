/** The scan field of the screen: it keeps the focus, codes wait for the one before, what several things answer to is asked. */
import { Input, type InputRef } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { offerOf } from '../../../runtime/data/scan-client';
import { chooseOne, Icon, NOT_CHOSEN, useHost } from '../../../runtime/page/index';
import type { ScanHit } from '../../../schemas/language/wire-labels';
import styles from './CodePrint.module.css';
import { labelCalls, said } from './calls';

interface Props {
  readonly active: boolean;
  readonly disabled: boolean;
  /** of a field of a page: only what it takes */
  readonly of?: { readonly page: string; readonly field: string };
  readonly onHit: (hit: ScanHit) => Promise<string>;
}
interface Said {
  readonly ok: boolean;
  readonly text: string;
}

export function ScanBox({ active, disabled, of, onHit }: Props) {
  const [typed, setTyped] = useState('');
  const [answer, setAnswer] = useState<Said>();
  const { feedback } = useHost();
  const box = useRef<InputRef>(null);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => {
    if (active && !disabled) box.current?.focus({ preventScroll: true });
  }, [active, disabled]);

  const read = async (text: string): Promise<Said> => {
    try {
      const { hits } = await labelCalls.scan({ text, ...of });
      const hit = await chooseOne(feedback, text, hits, offerOf);
      box.current?.focus();
      if (hit === undefined) return { ok: false, text: NOT_CHOSEN };
      return { ok: true, text: await onHit(hit) };
    } catch (error) {
      return { ok: false, text: said(error) };
    }
  };
  return (
    <span className={styles.scan}>
      <Input
        ref={box}
        aria-label="扫码"
        placeholder="扫码或输入编码后回车"
        value={typed}
        disabled={disabled}
        maxLength={200}
        autoComplete="off"
        suffix={<Icon name="scan" />}
        onChange={(event) => setTyped(event.target.value)}
        onPressEnter={(event) => {
          const text = typed.trim();
          if (event.nativeEvent.isComposing || text === '') return;
          setTyped('');
          queue.current = queue.current.then(() => read(text).then(setAnswer));
        }}
      />
      {answer !== undefined && (
        <output data-ok={answer.ok || undefined} aria-live="assertive">
          {answer.text}
        </output>
      )}
    </span>
  );
}
