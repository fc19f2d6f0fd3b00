import './theme/root-font.css';
import './theme/base.css';
import { createRoot } from 'react-dom/client';
import { Root } from './Root';
import { connectSession } from './session/connect';
import { applyTheme, themeMode } from './theme/mode';
import { registerWorker } from './worker/register';

applyTheme(themeMode());
connectSession();
const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<Root />);
registerWorker();
