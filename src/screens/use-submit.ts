/** What a form does when it is sent: busy while it runs, the refusal in its own words, `otherwise` where nobody said why. */
import { useState } from 'react';
import { HttpError } from '../../runtime/data/http';

export function useSubmit(otherwise = '没有完成，请重试') {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  /** Answers what was said when it did not go. */
  const submit = async (work: () => Promise<unknown>): Promise<string | undefined> => {
    if (busy) return undefined;
    setBusy(true);
    setError('');
    try {
      await work();
      return undefined;
    } catch (cause) {
      const said = cause instanceof HttpError ? cause.msg : otherwise;
      setError(said);
      return said;
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, setError, submit };
}
