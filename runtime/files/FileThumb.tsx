/** A small picture of a file, or its icon. A link that has ended is asked for again with the bearer. */
import { useEffect, useState } from 'react';
import type { FileValue } from '../../schemas/language/value';
import { Icon } from '../page/Icon';
import { fileClient, thumbUrl } from './client';
import { shownAs } from './facts';
import styles from './files.module.css';

interface Props {
  readonly file: FileValue;
}

export function FileThumb({ file }: Props) {
  const shown = shownAs(file);
  const [again, setAgain] = useState(false);
  const [own, setOwn] = useState<string | null>(null);
  useEffect(() => {
    if (!again) return;
    let url: string | null = null;
    let gone = false;
    fileClient.bytes(file.id, true).then(
      (blob) => {
        if (gone) return;
        url = URL.createObjectURL(blob);
        setOwn(url);
      },
      () => undefined,
    );
    return () => {
      gone = true;
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [again, file.id]);
  const src = own ?? (again ? undefined : thumbUrl(file));
  if (shown !== 'picture' || src === undefined)
    return (
      <span className={styles.icon}>
        <Icon name={shown === 'picture' ? 'picture' : shown === 'pdf' ? 'doc' : 'file'} />
      </span>
    );
  return <img className={styles.thumb} src={src} alt={file.name} loading="lazy" onError={() => setAgain(true)} />;
}
