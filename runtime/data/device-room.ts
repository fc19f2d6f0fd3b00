/** How much of what the browser gives this application is used: a full one keeps no more reports. */

const FULL_SHARE = 0.8;

/** Per cent used once it is time to say so; undefined = there is room, or the browser does not tell. */
export function fullShare({ usage, quota }: StorageEstimate): number | undefined {
  if (usage === undefined || quota === undefined || quota <= 0) return undefined;
  const share = usage / quota;
  return share < FULL_SHARE ? undefined : Math.min(100, Math.floor(share * 100));
}

/** Missing on addresses the browser does not trust. */
const storage = (): StorageManager | undefined => navigator.storage as StorageManager | undefined;

export const readFullShare = async (): Promise<number | undefined> =>
  fullShare(
    (await storage()
      ?.estimate?.()
      .catch(() => undefined)) ?? {},
  );

/** The browser clears what is kept for good only when a person says so. */
export const keepForGood = async (): Promise<boolean> =>
  (await storage()
    ?.persist?.()
    .catch(() => false)) ?? false;
