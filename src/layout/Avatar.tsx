/** The picture somebody chose for himself, else the first letter of his name. */
import { useEffect, useState } from 'react';
import { http } from '../../runtime/data/http';

interface Props {
  readonly name: string;
  /** id of the file */
  readonly file: string | null;
}

export const Avatar = ({ name, file }: Props) => {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (file === null) return setUrl(null);
    let made: string | null = null;
    let gone = false;
    http.blob(`/file/${encodeURIComponent(file)}`, { quiet: true, params: { thumb: '1' } }).then(
      (blob) => {
        if (gone) return;
        made = URL.createObjectURL(blob);
        setUrl(made);
      },
      () => undefined,
    );
    return () => {
      gone = true;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [file]);
  return url === null ? <i data-letter={name.slice(0, 1) || '我'} /> : <img src={url} alt="" />;
};
