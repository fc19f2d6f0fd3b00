/** Files on their way: each with its share, its fault, its way to stop and to be sent again. */
import { useEffect, useReducer, useRef } from 'react';
import type { FileValue } from '../../schemas/language/value';
import { HttpError } from '../data/http';
import { newToken } from '../data/ids';
import { fileClient } from './client';

export interface Sending {
  readonly key: string;
  readonly file: File;
  /** 0 to 1 */
  share: number;
  failed: string | null;
}
export interface Uploads {
  readonly sending: readonly Sending[];
  start(files: readonly File[]): void;
  retry(key: string): void;
  drop(key: string): void;
}
export interface UploadWish {
  readonly bizType: string;
  readonly fileType: '1' | '2' | undefined;
  readonly onDone: (file: FileValue) => void;
}

export function useUploads(wish: UploadWish): Uploads {
  const [, draw] = useReducer((n: number) => n + 1, 0);
  const list = useRef<Sending[]>([]);
  const stops = useRef(new Map<string, AbortController>());
  const latest = useRef(wish);
  latest.current = wish;
  useEffect(() => {
    const running = stops.current;
    return () => {
      for (const stop of running.values()) stop.abort();
    };
  }, []);

  const forget = (key: string): void => {
    list.current = list.current.filter((one) => one.key !== key);
    stops.current.delete(key);
    draw();
  };
  // one after the other: files stand in the order they were chosen, and a slow line is not shared
  const line = useRef<Promise<void>>(Promise.resolve());
  const send = (one: Sending): void => {
    one.failed = null;
    one.share = 0;
    line.current = line.current.then(() => sendNow(one));
    draw();
  };
  const sendNow = (one: Sending): Promise<void> | undefined => {
    if (!list.current.includes(one)) return undefined;
    const stop = new AbortController();
    stops.current.set(one.key, stop);
    const { bizType, fileType } = latest.current;
    const onShare = (share: number): void => {
      one.share = share;
      draw();
    };
    return fileClient.upload(one.file, { bizType, fileType, signal: stop.signal, onShare }).then(
      (file) => {
        if (!stops.current.has(one.key)) return;
        forget(one.key);
        latest.current.onDone(file);
      },
      (cause: unknown) => {
        if (!list.current.includes(one)) return;
        one.failed = cause instanceof HttpError ? cause.msg : '上传失败';
        draw();
      },
    );
  };
  return {
    sending: list.current,
    start(files) {
      const added = files.map((file): Sending => ({ key: newToken(), file, share: 0, failed: null }));
      list.current = [...list.current, ...added];
      for (const one of added) send(one);
    },
    retry(key) {
      const one = list.current.find((other) => other.key === key);
      if (one) send(one);
    },
    drop(key) {
      stops.current.get(key)?.abort();
      forget(key);
    },
  };
}
