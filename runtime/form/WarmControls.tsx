/**
 * The controls of forms, unseen, drawn once while nothing else is to be done: antd makes the styles of a component when it is first
 * drawn, and they last. Otherwise the first document of the day pays for all of them.
 */
import { Button, Checkbox, DatePicker, Input, InputNumber, Select, Switch, Tooltip } from 'antd';
import { useEffect } from 'react';

export interface WarmControlsProps {
  /** they are drawn and can go */
  readonly onDone: () => void;
}

export const WarmControls = ({ onDone }: WarmControlsProps) => {
  useEffect(onDone, [onDone]);
  return (
    <div hidden aria-hidden inert>
      <Input />
      <Input.TextArea />
      <InputNumber />
      <Select />
      <DatePicker />
      <Checkbox />
      <Switch />
      <Button />
      <Tooltip title=" ">
        <span />
      </Tooltip>
    </div>
  );
};
