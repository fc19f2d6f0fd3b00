/** The place of the file viewer in the shell; its code comes when a file is first looked at. */
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { closeViewer, viewAt, viewer } from './desk';

const Viewer = lazy(() => import('./Viewer').then((module) => ({ default: module.Viewer })));

export function ViewerOutlet() {
  const viewing = useSyncExternalStore(viewer.subscribe, viewer.now);
  if (viewing === null) return null;
  return (
    <Suspense fallback={null}>
      <Viewer files={viewing.files} at={viewing.at} onAt={viewAt} onClose={closeViewer} />
    </Suspense>
  );
}
