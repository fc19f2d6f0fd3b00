/** A run of the calculation: begun, asked after once a second, given up. What it wrote is read when it is done. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Feedback } from '../../../../runtime/page/host';
import type { RunBody, RunState } from '../../../../schemas/language/wire-schedule';
import { said, scheduleCalls } from '../calls';

const ASK_MS = 1_000;
/** a shorter one shows no progress */
const SHOWN_MS = 2_000;

export interface Run {
  readonly running: boolean;
  /** it takes long: what it says of itself */
  readonly shown: RunState | null;
  start(body: RunBody): Promise<boolean>;
  stop(): Promise<void>;
}
interface World {
  /** one that is under way already, begun by anybody */
  readonly other: RunState | null;
  readonly feedback: Feedback;
  readonly onDone: (state: RunState) => Promise<void>;
}
type Job = { readonly id: string; readonly since: number };

export const useRun = (world: World): Run => {
  const [job, setJob] = useState<Job | null>(null);
  const [shown, setShown] = useState<RunState | null>(null);
  const latest = useRef(world);
  latest.current = world;
  const wait = useRef<((done: boolean) => void) | null>(null);
  const otherId = world.other?.jobId;
  useEffect(() => {
    if (otherId !== undefined) setJob((now) => now ?? { id: otherId, since: Date.now() - SHOWN_MS });
  }, [otherId]);

  const end = useCallback(async (now: RunState): Promise<void> => {
    setJob(null);
    setShown(null);
    const { feedback, onDone } = latest.current;
    const done = now.state === 'done';
    if (!done && now.state !== 'stopped') feedback.error(now.text === '' ? '排产没有完成，请重试' : now.text);
    if (done) await onDone(now);
    wait.current?.(done);
    wait.current = null;
  }, []);
  useEffect(() => {
    if (job === null) return;
    let gone = false;
    let timer: ReturnType<typeof setTimeout>;
    const ask = async (): Promise<void> => {
      const now = await scheduleCalls.job(job.id).catch(() => null);
      if (gone) return;
      if (now !== null && now.state !== 'running') return end(now);
      if (now !== null && Date.now() - job.since >= SHOWN_MS) setShown(now);
      timer = setTimeout(() => void ask(), ASK_MS);
    };
    timer = setTimeout(() => void ask(), ASK_MS / 4);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [job, end]);

  const start = async (body: RunBody): Promise<boolean> => {
    if (job !== null) return false;
    try {
      const { jobId } = await scheduleCalls.run(body);
      const done = new Promise<boolean>((resolve) => {
        wait.current = resolve;
      });
      setJob({ id: jobId, since: Date.now() });
      return await done;
    } catch (error) {
      latest.current.feedback.error(said(error));
      return false;
    }
  };
  const stop = async (): Promise<void> => {
    if (job === null) return;
    await scheduleCalls.stop({ jobId: job.id }).catch((error: unknown) => latest.current.feedback.error(said(error)));
  };
  return { running: job !== null, shown, start, stop };
};
