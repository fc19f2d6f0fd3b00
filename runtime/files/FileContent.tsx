/** A file as it is looked at: pictures whole or at their real size, pdf by pages, films; over it who looks at it, where it says so. */
import { lazy, Suspense, useState } from 'react';
import type { FileValue } from '../../schemas/language/value';
import { FileFailed } from './FileFailed';
import { shownAs } from './facts';
import { Mark } from './Mark';
import { useBytes } from './use-bytes';
import { useTerms } from './use-terms';
import styles from './Viewer.module.css';

const PdfPages = lazy(() => import('./PdfPages').then((module) => ({ default: module.PdfPages })));

/** Pages and pictures come with the mark in them (server/files/marked.ts); over films, which do not, it is drawn here. */
export interface FileContentProps {
  readonly file: FileValue;
  /** once seen it stays on this device; films, which are only streamed, do not */
  readonly keeps?: boolean;
}
export function FileContent({ file, keeps = false }: FileContentProps) {
  const terms = useTerms(file.id, keeps);
  if (terms === undefined) return <p className={styles.state}>加载中…</p>;
  return (
    <Mark who={shownAs(file) === 'video' ? terms.mark : null}>
      <Bytes file={file} keeps={keeps} />
    </Mark>
  );
}

type Kept = Required<FileContentProps>;

function Bytes({ file, keeps }: Kept) {
  const shown = shownAs(file);
  if (shown === 'picture') return <Picture file={file} keeps={keeps} />;
  if (shown === 'pdf')
    return (
      <Suspense fallback={<p className={styles.state}>加载中…</p>}>
        <PdfPages file={file} keeps={keeps} />
      </Suspense>
    );
  if (shown === 'video') return <video className={styles.video} src={file.url} controls />;
  return <p className={styles.state}>此类文件不能预览，请下载查看</p>;
}

function Picture({ file, keeps }: Kept) {
  const { url, failed, retry } = useBytes(file.id, keeps);
  const [real, setReal] = useState(false);
  if (failed !== null) return <FileFailed text={failed} onRetry={retry} />;
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
