/** antd under our tokens: locale, nonce of the page for its style elements, sizes in rem. Only the shell mounts it. */
import { px2remTransformer, StyleProvider } from '@ant-design/cssinjs';
import { App, ConfigProvider } from 'antd';
import zhCN from 'antd/es/locale/zh_CN';
import { type ReactNode, useMemo, useSyncExternalStore } from 'react';
import { antdTheme } from './antd-theme';
import { onThemeMode, themeMode } from './mode';
import { nonce } from './nonce';
import { REM_PX } from './tokens';

const TRANSFORMERS = [px2remTransformer({ rootValue: REM_PX, precision: 5 })];
/** 2,500 ms is the specification's toast */
const MESSAGE = { duration: 2.5, maxCount: 4, top: 56 };

export const ThemeProvider = ({ children }: { readonly children: ReactNode }) => {
  const mode = useSyncExternalStore(onThemeMode, themeMode);
  const theme = useMemo(() => antdTheme(mode), [mode]);
  const csp = useMemo(() => ({ nonce: nonce() }), []);
  return (
    <StyleProvider transformers={TRANSFORMERS} hashPriority="low">
      <ConfigProvider
        locale={zhCN}
        theme={theme}
        csp={csp}
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
