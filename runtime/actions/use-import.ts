/** An import under way: which sheet, how, which file; its trial, its run and what they answered. */
import { useRef, useState } from 'react';
import { type ImportMode, modesOf } from '../../schemas/language/import-modes';
import type { ImportAnswer } from '../../schemas/language/wire';
import { HttpError } from '../data/http';
import { newToken } from '../data/ids';
import { recordClient } from '../data/record-client';
import type { Page } from '../page/types';

export type ImportState =
  | { readonly at: 'file'; readonly text?: string }
  | { readonly at: 'trial' | 'run'; readonly done: number; readonly all: number }
  | { readonly at: 'checked' | 'done'; readonly data: ImportAnswer };

export const MAX_MB = 20;

/** A file that is chosen already. */
export interface ChosenFile {
  readonly file: File;
  /** what is to be known of it */
  readonly note: string;
}

export function useImport(page: Page, onClose: (done: boolean) => void, chosen?: ChosenFile) {
  const sheets = Object.entries(page.object.import);
  const [code, setCode] = useState(sheets[0]?.[0]);
  const sheet = code === undefined ? undefined : page.object.import[code];
  const keys = sheet?.key ?? [];
  const modes = modesOf(page.object.fields, keys);
  const [mode, setMode] = useState<ImportMode>(sheet?.mode ?? 'add');
  const [file, setFile] = useState(chosen?.file);
  const [state, setState] = useState<ImportState>({ at: 'file' });
  const stop = useRef<AbortController>(null);
  const token = useRef(newToken());

  const send = async (at: 'trial' | 'run'): Promise<void> => {
    if (file === undefined) return;
    const own = new AbortController();
    stop.current = own;
    setState({ at, done: 0, all: 0 });
    const params = {
      ...(code === undefined ? {} : { code }),
      mode,
      ...(at === 'trial' ? { dryRun: '1' as const } : { token: token.current }),
    };
    try {
      const data = await recordClient.import(page.code, file, params, {
        quiet: true,
        signal: own.signal,
        onLine: (line) => {
          const { done, all } = line as { readonly done?: number; readonly all?: number };
          if (done !== undefined && all !== undefined && !own.signal.aborted) setState({ at, done, all });
        },
      });
      if (!own.signal.aborted) setState({ at: at === 'trial' ? 'checked' : 'done', data });
    } catch (error) {
      if (own.signal.aborted) return;
      setState({ at: 'file', text: error instanceof HttpError ? error.msg : '导入没有完成，请重试' });
    }
  };
  const choose = (next: File): void => {
    // another file is another import
    token.current = newToken();
    const isLarge = next.size > MAX_MB * 1_048_576;
    setFile(isLarge ? undefined : next);
    setState(isLarge ? { at: 'file', text: `文件超过${MAX_MB}MB` } : { at: 'file' });
  };
  const close = (): void => {
    stop.current?.abort();
    onClose(state.at === 'done');
  };
  const template = (): void => {
    void recordClient.template(page.code, code).catch(() => undefined);
  };
  const chooseSheet = (next: string): void => {
    setCode(next);
    setMode(page.object.import[next]?.mode ?? 'add');
  };
  const back = (): void => setState({ at: 'file' });
  const note = file !== undefined && file === chosen?.file ? chosen.note : '';
  return {
    sheets,
    code,
    chooseSheet,
    keys,
    modes,
    mode,
    setMode,
    file,
    note,
    choose,
    state,
    send,
    back,
    close,
    template,
  };
}
