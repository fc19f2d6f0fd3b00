/** The scan field of the screen: it keeps the focus, codes wait for the one before, what several things answer to is asked. */
import { Input, type InputRef, Modal } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../../runtime/page/Icon';
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
  const [choice, setChoice] = useState<{ readonly hits: readonly ScanHit[]; readonly take: (hit?: ScanHit) => void }>();
  const box = useRef<InputRef>(null);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => {
    if (active && !disabled) box.current?.focus({ preventScroll: true });
  }, [active, disabled]);

  const read = async (text: string): Promise<Said> => {
    try {
      const { hits } = await labelCalls.scan({ text, ...of });
      const hit =
        hits.length > 1 ? await new Promise<ScanHit | undefined>((take) => setChoice({ hits, take })) : hits[0];
      if (hit === undefined) return { ok: false, text: '没有选择' };
      return { ok: true, text: await onHit(hit) };
    } catch (error) {
      return { ok: false, text: said(error) };
    }
  };
  const close = (hit?: ScanHit): void => {
    choice?.take(hit);
    setChoice(undefined);
    box.current?.focus();
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
      {choice !== undefined && (
        <Modal open centered title="请选择" footer={null} maskClosable={false} onCancel={() => close()}>
          <ul className={styles.choice}>
            {choice.hits.map((hit) => (
              <li key={`${hit.object} ${hit.id}`}>
                <button type="button" onClick={() => close(hit)}>
                  <b>
                    {hit.code} {hit.name}
                  </b>
                  <small>{hit.objectTitle}</small>
                </button>
              </li>
            ))}
          </ul>
        </Modal>
      )}
    </span>
  );
}
