/** Calls of 设备监控 (docs/api/live.md). The screen shows refusals itself. */
import { http } from '../../../runtime/data/http';
import type { DevicesLive, LivePoint, PointHistory } from '../../../schemas/language/wire-device';

export interface Interval {
  readonly equipmentId: string;
  readonly state: string | null;
  readonly startAt: string;
  readonly endAt: string;
  readonly reason: string | null;
}
interface Span {
  readonly from: string;
  readonly to: string;
}
const MAX_POINTS = 400;

export const wallCalls = {
  devices: (signal?: AbortSignal): Promise<DevicesLive> =>
    http.get('/iot/device/live', { quiet: true, ...(signal === undefined ? {} : { signal }) }),
  points: (device: string): Promise<readonly LivePoint[]> =>
    http.get('/iot/device/points', { quiet: true, params: { equipmentIds: device } }),
  history: (point: string, { from, to }: Span): Promise<readonly PointHistory[]> =>
    http.get('/iot/point/history', { quiet: true, params: { pointIds: point, from, to, maxPoints: MAX_POINTS } }),
  timeline: (device: string, { from, to }: Span): Promise<readonly Interval[]> =>
    http.get('/iot/device/timeline', { quiet: true, params: { equipmentIds: device, from, to } }),
};
