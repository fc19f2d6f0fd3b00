/** A file over the page: pictures whole or at their real size, pdf by pages, films; arrows go through the files of the field. */
import { Button, Modal } from 'antd';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { FileValue } from '../../schemas/language/value';
import { Icon } from '../page/Icon';
import { fileClient } from './client';
import { shownAs, sizeText } from './facts';
import { useBytes } from './use-bytes';
import styles from './Viewer.module.css';

const PdfPages = lazy(() => import('./PdfPages').then((module) => ({ default: module.PdfPages })));

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
          <Button icon={<Icon name="download" />} onClick={() => void fileClient.save(file).catch(() => undefined)}>
            下载
          </Button>
        </div>
      }
    >
      <div className={styles.stage} key={file.id}>
        <Content file={file} />
      </div>
    </Modal>
  );
}

function Content({ file }: { readonly file: FileValue }) {
  const shown = shownAs(file);
  if (shown === 'picture') return <Picture file={file} />;
  if (shown === 'pdf')
    return (
      <Suspense fallback={<p className={styles.state}>加载中…</p>}>
        <PdfPages file={file} />
      </Suspense>
    );
  if (shown === 'video') return <video className={styles.video} src={file.url} controls />;
  return <p className={styles.state}>此类文件不能预览，请下载查看</p>;
}

function Picture({ file }: { readonly file: FileValue }) {
  const { url, failed, retry } = useBytes(file.id);
  const [real, setReal] = useState(false);
  if (failed !== null)
    return (
      <p className={styles.state} role="alert">
        {failed}
        <button type="button" onClick={retry}>
          重试
        </button>
      </p>
    );
  if (url === null) return <p className={styles.state}>加载中…</p>;
  return (
    <button
      type="button"
      className={styles.picture}
      data-real={real || undefined}
      aria-label={real ? '缩小到窗口' : '放大到原始大小'}
      onClick={() => setReal(!real)}
    >
      <img src={url} alt={file.name} />
    </button>
  );
}
