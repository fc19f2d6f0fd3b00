/** What a form does when it is sent: busy while it runs, the refusal in its own words, `otherwise` where nobody said why. */
import { useState } from 'react';
import { HttpError, ruleOf } from '../../runtime/data/http';

interface Said {
  readonly text: string;
  readonly rule: string | undefined;
}

export function useSubmit(otherwise = '没有完成，请重试') {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  /** Answers what was said when it did not go, and the rule that refused. */
  const submit = async (work: () => Promise<unknown>): Promise<Said | undefined> => {
    if (busy) return undefined;
    setBusy(true);
    setError('');
    try {
      await work();
      return undefined;
    } catch (cause) {
      const said = cause instanceof HttpError ? cause.msg : otherwise;
      setError(said);
      return { text: said, rule: cause instanceof HttpError ? ruleOf(cause) : undefined };
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, setError, submit };
}
