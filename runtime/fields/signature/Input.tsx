/** Kind 21: a name written by hand, kept as a picture. */
import { Button, Modal } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type SignaturePad from 'signature_pad';
import type { ResolvedField } from '../../../schemas/language/resolved';
import type { FileValue, Value } from '../../../schemas/language/value';
import { HttpError } from '../../data/http';
import { fileClient } from '../../files/client';
import { FileThumb } from '../../files/FileThumb';
import { rem } from '../../page/scale';
import type { InputProps } from '../input-props';
import styles from './signature.module.css';

type Props = Pick<InputProps, 'id' | 'value' | 'onChange' | 'disabled' | 'status'> & {
  readonly field: Pick<ResolvedField, 'title' | 'path'>;
};
export function SignatureInput({ id, field, value, onChange, disabled, status }: Props) {
  const [file] = Array.isArray(value) ? (value as readonly FileValue[]) : [];
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.box} data-status={status}>
      {file !== undefined && (
        <span className={styles.picture}>
          <FileThumb file={file} />
        </span>
      )}
      {disabled !== true && (
        <Button
          id={id}
          aria-label={`${file === undefined ? '手写签名' : '重签'}：${field.title}`}
          onClick={() => setOpen(true)}
        >
          {file === undefined ? '手写签名' : '重签'}
        </Button>
      )}
      {disabled !== true && file !== undefined && (
        <Button type="text" onClick={() => onChange([])}>
          清除
        </Button>
      )}
      {open && (
        <Pad
          title={field.title}
          bizType={field.path}
          onDone={(signed) => {
            setOpen(false);
            onChange([signed] as Value);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

interface PadProps {
  readonly title: string;
  readonly bizType: string;
  readonly onDone: (file: FileValue) => void;
  readonly onClose: () => void;
}

function Pad({ title, bizType, onDone, onClose }: PadProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad | null>(null);
  const [busy, setBusy] = useState(false);
  const [empty, setEmpty] = useState(true);
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => {
    const at = canvas.current;
    if (at === null) return;
    let gone = false;
    void import('signature_pad').then(({ default: Made }) => {
      if (gone) return;
      const scale = Math.max(1, devicePixelRatio);
      at.width = at.offsetWidth * scale;
      at.height = at.offsetHeight * scale;
      at.getContext('2d')?.scale(scale, scale);
      pad.current = new Made(at, { minWidth: 1, maxWidth: 3, backgroundColor: 'rgb(255,255,255)' });
      pad.current.addEventListener('endStroke', () => setEmpty(false));
    });
    return () => {
      gone = true;
      pad.current?.off();
    };
  }, []);
  const handleOk = async (): Promise<void> => {
    const at = canvas.current;
    if (at === null || empty || busy) return;
    setBusy(true);
    setFailed(null);
    try {
      const blob = await new Promise<Blob | null>((done) => at.toBlob(done, 'image/png'));
      if (blob === null) throw new Error('no picture');
      const file = new File([blob], '签名.png', { type: 'image/png' });
      const signal = new AbortController().signal;
      onDone(await fileClient.upload(file, { bizType, fileType: '1', signal, onShare: () => undefined }));
    } catch (cause) {
      setFailed(cause instanceof HttpError ? cause.msg : '签名上传失败，请重试');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      centered
      title={title}
      width={rem(640)}
      maskClosable={false}
      okText="确定"
      cancelText="取消"
      okButtonProps={{ disabled: empty, loading: busy }}
      onOk={() => void handleOk()}
      onCancel={onClose}
      footer={(_footer, { OkBtn, CancelBtn }) => (
        <div className={styles.foot}>
          <Button
            onClick={() => {
              pad.current?.clear();
              setEmpty(true);
            }}
          >
            清空重写
          </Button>
          <span />
          <CancelBtn />
          <OkBtn />
        </div>
      )}
    >
      <canvas ref={canvas} className={styles.pad} aria-label="在此手写签名" />
      {failed !== null && (
        <p className={styles.failed} role="alert">
          {failed}
        </p>
      )}
    </Modal>
  );
}
