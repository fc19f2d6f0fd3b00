/** 点选条件 over a condition of the document. */
import { ConfigProvider } from 'antd';
import { useMemo } from 'react';
import { ConditionText, type ConditionTextProps } from '../../runtime/condition/ConditionText';
import type { Place } from './judge';

export interface ConditionDialogProps extends Omit<ConditionTextProps, 'place'> {
  readonly place: Place;
}

export const ConditionDialog = ({ place, ...rest }: ConditionDialogProps) => {
  const { lib, object } = place.env;
  const over = useMemo(() => ({ lib, object }), [lib, object]);
  // a drawer of its own is not as dense as the panel that opened it
  return (
    <ConfigProvider componentSize="middle">
      <ConditionText {...rest} place={over} />
    </ConfigProvider>
  );
};
