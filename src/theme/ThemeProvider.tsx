/** antd under our tokens: locale, nonce of the page for its style elements, sizes in rem. Only the shell mounts it. */
import { px2remTransformer, StyleProvider } from '@ant-design/cssinjs';
import { App, ConfigProvider } from 'antd';
import zhCN from 'antd/es/locale/zh_CN';
import { type ReactNode, useMemo, useState, useSyncExternalStore } from 'react';
import { styleNonce } from '../../runtime/page/style-nonce';
import { useTouch } from '../../runtime/page/use-touch';
import { useMedia } from '../../runtime/page/view';
import { antdTheme } from './antd-theme';
import { onThemeMode, themeMode } from './mode';
import { overlays } from './overlays';
import { lastingStyles } from './style-cache';
import { REM_PX } from './tokens';

const TRANSFORMERS = [px2remTransformer({ rootValue: REM_PX, precision: 5 })];
/** 2,500 ms is the specification's toast */
const MESSAGE = { duration: 2.5, maxCount: 4, top: 56 };

export const ThemeProvider = ({ children }: { readonly children: ReactNode }) => {
  const mode = useSyncExternalStore(onThemeMode, themeMode);
  const touch = useTouch();
  // base.css takes the pictures of motion away; who waits for their end must not be waiting
  const still = useMedia('(prefers-reduced-motion: reduce)');
  const theme = useMemo(() => antdTheme(mode, touch, still), [mode, touch, still]);
  const csp = useMemo(() => ({ nonce: styleNonce() }), []);
  const [styles] = useState(lastingStyles);
  return (
    <StyleProvider cache={styles} transformers={TRANSFORMERS} hashPriority="low">
      <ConfigProvider
        locale={zhCN}
        theme={theme}
        csp={csp}
        getPopupContainer={overlays}
        button={{ autoInsertSpace: false }}
        wave={{ disabled: true }}
        form={{ validateMessages: {} }}
      >
        <App message={MESSAGE} component={false}>
          {children}
        </App>
      </ConfigProvider>
    </StyleProvider>
  );
};
