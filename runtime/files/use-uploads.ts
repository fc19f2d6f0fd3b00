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
    list.current = list.current.filter((sending) => sending.key !== key);
    stops.current.delete(key);
    draw();
  };
  // one after the other: files stand in the order they were chosen, and a slow line is not shared
  const line = useRef<Promise<void>>(Promise.resolve());
  const send = (sending: Sending): void => {
    sending.failed = null;
    sending.share = 0;
    line.current = line.current.then(() => sendNow(sending));
    draw();
  };
  const sendNow = (sending: Sending): Promise<void> | undefined => {
    if (!list.current.includes(sending)) return undefined;
    const stop = new AbortController();
    stops.current.set(sending.key, stop);
    const { bizType, fileType } = latest.current;
    const onShare = (share: number): void => {
      sending.share = share;
      draw();
    };
    return fileClient.upload(sending.file, { bizType, fileType, signal: stop.signal, onShare }).then(
      (file) => {
        if (!stops.current.has(sending.key)) return;
        forget(sending.key);
        latest.current.onDone(file);
      },
      (cause: unknown) => {
        if (!list.current.includes(sending)) return;
        sending.failed = cause instanceof HttpError ? cause.msg : '上传失败';
        draw();
      },
    );
  };
  return {
    sending: list.current,
    start(files) {
      const added = files.map((file): Sending => ({ key: newToken(), file, share: 0, failed: null }));
      list.current = [...list.current, ...added];
      for (const sending of added) send(sending);
    },
    retry(key) {
      const sending = list.current.find((other) => other.key === key);
      if (sending) send(sending);
    },
    drop(key) {
      stops.current.get(key)?.abort();
      forget(key);
    },
  };
}
