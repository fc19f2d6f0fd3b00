/** 点选条件 over an object whose page is not the one in front: its document is asked for first. */
import { useEffect, useRef } from 'react';
import { useHost, usePage } from '../page/index';
import { ConditionText, type ConditionTextProps } from './ConditionText';
import { placeOf } from './place';

type Props = Omit<ConditionTextProps, 'page' | 'place'> & { readonly object: string };

export const ConditionOver = ({ object, ...rest }: Props) => {
  const host = useHost();
  const state = usePage(object);
  const latest = useRef({ host, rest });
  latest.current = { host, rest };
  const failed = state.status === 'error' ? state.error.msg : undefined;
  useEffect(() => {
    if (failed === undefined) return;
    latest.current.host.feedback.error(failed);
    latest.current.rest.onClose();
  }, [failed]);
  return state.status === 'ready' ? <ConditionText {...rest} page={state.page} place={placeOf(state.page)} /> : null;
};
