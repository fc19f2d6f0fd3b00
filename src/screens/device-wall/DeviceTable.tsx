/** The devices of the wall as rows, for who compares them. */
import type { DeviceLive } from '../../../schemas/language/wire-device';
import { Dot, edge, Since, StateWord } from './State';
import styles from './table.module.css';
import { cycle, NONE, percent } from './words';

interface Props {
  readonly devices: readonly DeviceLive[];
  readonly onOpen: (id: string) => void;
}
export const DeviceTable = ({ devices, onOpen }: Props) => (
  <table className={styles.table} aria-label="设备列表">
    <thead>
      <tr>
        {['设备', '状态', '时长', '工单号', '产品', '人员'].map((title) => (
          <th key={title}>{title}</th>
        ))}
        {['产量', '计划', '不良', '节拍 / 标准', '稼动率'].map((title) => (
          <th key={title} className={styles.right}>
            {title}
          </th>
        ))}
        <th>报警</th>
      </tr>
    </thead>
    <tbody>
      {devices.map((device) => (
        <tr key={device.id} data-device={device.id} style={edge(device.state)}>
          <td>
            <button type="button" className={styles.link} onClick={() => onOpen(device.id)}>
              {device.code}
            </button>{' '}
            {device.name}
          </td>
          <td>
            <Dot />
            <StateWord state={device.state} />
          </td>
          <td>
            <Since since={device.since} />
          </td>
          <td>{device.workOrderNbr ?? NONE}</td>
          <td>{device.material === null ? NONE : `${device.material.code} ${device.material.name}`}</td>
          <td>{device.employee ?? NONE}</td>
          <td className={styles.right}>{device.number}</td>
          <td className={styles.right}>{device.plan ?? NONE}</td>
          <td className={styles.right}>{device.unqualifiedQty}</td>
          <td className={styles.right}>{`${cycle(device.cycleSec)} / ${cycle(device.stdCycleSec)}`}</td>
          <td className={styles.right}>{percent(device.utilisation)}</td>
          <td className={styles.bad}>{device.alarms.map(({ text }) => text).join('；')}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
