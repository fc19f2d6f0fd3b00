/** The time of the factory by the server's clock, drawn anew as often as asked. */
import { useEffect, useState } from 'react';
import { factoryTime } from '../page/factory-time';
import { useHost } from '../page/host';

export function useClock(everyMs: number): string {
  const { session } = useHost();
  const [text, setText] = useState(() => factoryTime(session.now()));
  useEffect(() => {
    const timer = setInterval(() => setText(factoryTime(session.now())), everyMs);
    return () => clearInterval(timer);
  }, [session, everyMs]);
  return text;
}
