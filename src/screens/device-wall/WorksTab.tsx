/** What the device worked on, the newest first. */
import { useRooms } from '../../../runtime/page/rooms';
import type { DeviceLive } from '../../../schemas/language/wire-device';
import styles from './drawer.module.css';

const WORKS = { code: 'works', title: '工单', list: 'deviceWork', where: 'equipment == doc.id' };

export const WorksTab = ({ device }: { readonly device: DeviceLive }) => {
  const { PartList } = useRooms();
  return (
    <div className={styles.tab}>
      <div className={styles.rows} data-tall>
        <PartList part={WORKS} doc={{ id: device.id }} />
      </div>
    </div>
  );
};
