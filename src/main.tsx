import './theme/root-font.css';
import './theme/base.css';
import { createRoot } from 'react-dom/client';
import { Root } from './Root';
import { connectSession } from './session/connect';
import { followSystem } from './theme/mode';
import { registerWorker } from './worker/register';

followSystem();
connectSession();
const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<Root />);
registerWorker();
