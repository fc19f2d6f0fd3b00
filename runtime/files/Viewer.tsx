/** A file over the page: pictures whole or at their real size, pdf by pages, films; arrows go through the files of the field. */
import { Button, Modal } from 'antd';
import { useEffect } from 'react';
import type { FileValue } from '../../schemas/language/value';
import { Icon } from '../page/Icon';
import { fileClient } from './client';
import { FileContent } from './FileContent';
import { sizeText } from './facts';
import { useTerms } from './use-terms';
import styles from './Viewer.module.css';

export interface ViewerProps {
  readonly files: readonly FileValue[];
  readonly at: number;
  readonly onAt: (at: number) => void;
  readonly onClose: () => void;
}

export function Viewer({ files, at, onAt, onClose }: ViewerProps) {
  const file = files[at];
  const many = files.length > 1;
  useEffect(() => {
    const handle = (event: KeyboardEvent): void => {
      if (event.key === 'ArrowLeft' && at > 0) onAt(at - 1);
      else if (event.key === 'ArrowRight' && at < files.length - 1) onAt(at + 1);
    };
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, [at, files.length, onAt]);
  const terms = useTerms(file?.id);
  if (file === undefined) return null;
  return (
    <Modal
      open
      centered
      width="min(88rem, 94vw)"
      title={
        <span className={styles.title}>
          <b>{file.name}</b>
          <small>
            {sizeText(file.size)}
            {many && ` · ${at + 1} / ${files.length}`}
          </small>
        </span>
      }
      maskClosable={false}
      onCancel={onClose}
      footer={
        <div className={styles.foot}>
          {many && (
            <>
              <Button disabled={at === 0} onClick={() => onAt(at - 1)}>
                上一个
              </Button>
              <Button disabled={at === files.length - 1} onClick={() => onAt(at + 1)}>
                下一个
              </Button>
            </>
          )}
          <span className={styles.grow} />
          {terms?.save === true ? (
            <Button icon={<Icon name="download" />} onClick={() => void fileClient.save(file).catch(() => undefined)}>
              下载
            </Button>
          ) : (
            terms !== undefined && <span className={styles.note}>该文件只能预览，不允许下载</span>
          )}
        </div>
      }
    >
      <div className={styles.stage} key={file.id}>
        <FileContent file={file} />
      </div>
    </Modal>
  );
}
