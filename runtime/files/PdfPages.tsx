/** A pdf drawn page by page on canvases; nothing in it runs: no evaluation, no forms, no links. */
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { useEffect, useRef, useState } from 'react';
import type { FileValue } from '../../schemas/language/value';
import { FileFailed } from './FileFailed';
import { useBytes } from './use-bytes';
import styles from './Viewer.module.css';

GlobalWorkerOptions.workerSrc = workerUrl;

/** Pages drawn at once; the rest when it is asked for. */
const ROUND = 10;

export function PdfPages({ file, keeps }: { readonly file: FileValue; readonly keeps: boolean }) {
  const { blob, failed, retry } = useBytes(file.id, keeps);
  const [doc, setDoc] = useState<PDFDocumentProxy | null>(null);
  const [broken, setBroken] = useState<string | null>(null);
  const [shown, setShown] = useState(ROUND);
  useEffect(() => {
    if (blob === null) return;
    let gone = false;
    let task: ReturnType<typeof getDocument> | undefined;
    void blob.arrayBuffer().then((data) => {
      if (gone) return;
      task = getDocument({ data, isEvalSupported: false, enableXfa: false, useWasm: false });
      task.promise.then(
        (loaded) => {
          if (!gone) setDoc(loaded);
        },
        (cause: Error) => {
          if (!gone)
            setBroken(cause.name === 'PasswordException' ? '此PDF有密码，请下载查看' : '此PDF不能预览，请下载查看');
        },
      );
    });
    return () => {
      gone = true;
      setDoc(null);
      void task?.destroy();
    };
  }, [blob]);
  if (failed !== null) return <FileFailed text={failed} onRetry={retry} />;
  if (broken !== null) return <p className={styles.state}>{broken}</p>;
  if (doc === null) return <p className={styles.state}>加载中…</p>;
  const count = Math.min(shown, doc.numPages);
  return (
    <div className={styles.pages}>
      {Array.from({ length: count }, (_one, n) => (
        <PdfPage key={n} doc={doc} number={n + 1} />
      ))}
      {count < doc.numPages && (
        <button type="button" className={styles.moreButton} onClick={() => setShown(count + ROUND)}>
          共{doc.numPages}页，继续显示
        </button>
      )}
    </div>
  );
}

function PdfPage({ doc, number }: { readonly doc: PDFDocumentProxy; readonly number: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const at = canvas.current;
    if (at === null) return;
    let stop: (() => void) | undefined;
    let gone = false;
    void doc.getPage(number).then((page) => {
      if (gone) return;
      const { width } = page.getViewport({ scale: 1 });
      const room = Math.min(at.parentElement?.clientWidth ?? 800, 1100);
      const viewport = page.getViewport({ scale: (room / width) * Math.min(2, devicePixelRatio) });
      at.width = viewport.width;
      at.height = viewport.height;
      const task = page.render({ canvas: at, viewport });
      stop = () => task.cancel();
      task.promise.catch(() => undefined);
    });
    return () => {
      gone = true;
      stop?.();
    };
  }, [doc, number]);
  return <canvas ref={canvas} className={styles.page} aria-label={`第${number}页`} role="img" />;
}
