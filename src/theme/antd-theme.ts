/** The same tokens for antd. Sizes are px at 1440; the px2rem transformer of ThemeProvider makes them follow the root font. */
import { type ThemeConfig, theme } from 'antd';
import { COLOURS, FONT, MONO, RADIUS, type ThemeMode } from './tokens';

/** px at 1440: controls for a mouse and for a finger */
const HEIGHTS = { mouse: { controlHeight: 32 }, touch: { controlHeight: 44, controlHeightSM: 44 } } as const;

export const antdTheme = (mode: ThemeMode, touch = false, still = false): ThemeConfig => {
  const c = COLOURS[mode];
  return {
    algorithm: mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    hashed: false,
    token: {
      colorPrimary: c.solid,
      colorLink: c.primary,
      colorLinkHover: c.primary,
      colorSuccess: c.ok,
      // what antd makes of a green so dark is grey
      colorSuccessBg: c['ok-bg'],
      colorWarning: c.warn,
      colorError: c.bad,
      colorInfo: c.primary,
      colorText: c.text,
      colorTextSecondary: c.text2,
      colorTextTertiary: c.text3,
      colorTextPlaceholder: c.text3,
      colorBgLayout: c.bg,
      colorBgContainer: c.panel,
      colorBgElevated: c.panel,
      colorBorder: c.line,
      colorBorderSecondary: c.line2,
      colorSplit: c.line2,
      colorBgMask: c.shade,
      controlItemBgHover: c.hover,
      controlItemBgActive: c['primary-bg'],
      controlOutline: c['primary-bg'],
      borderRadius: RADIUS,
      borderRadiusLG: RADIUS,
      borderRadiusSM: 4,
      fontFamily: FONT,
      fontFamilyCode: MONO,
      fontSize: 14,
      fontSizeSM: 12,
      lineHeight: 22 / 14,
      fontWeightStrong: 600,
      ...(touch ? HEIGHTS.touch : HEIGHTS.mouse),
      boxShadow: c.shadow,
      boxShadowSecondary: c.shadow,
      motion: !still,
      motionDurationFast: '0.08s',
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.18s',
      wireframe: false,
    },
    components: {
      Button: {
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        fontWeight: 500,
        paddingInline: 14,
        // what antd makes of the ground under the pointer is too light for white letters
        colorPrimaryHover: c['solid-hover'],
        colorErrorHover: c.bad,
        // lighter than the ground allows letters to be
        defaultHoverColor: c.primary,
        defaultHoverBorderColor: c.primary,
      },
      // as wide as any other control
      Cascader: { controlWidth: '100%' },
      Modal: { titleFontSize: 16 },
      Select: { optionSelectedFontWeight: 500, optionPadding: '5px 12px' },
      Tooltip: { colorBgSpotlight: mode === 'dark' ? c.line : c.text },
      Tabs: { titleFontSize: 14, horizontalItemPadding: '10px 10px', horizontalItemGutter: 4 },
      Segmented: {
        // the choice stands out from its track, whichever of panel and ground is the lighter one
        ...(mode === 'dark' ? { itemSelectedBg: c.line } : {}),
        // the track around its choices is 2 px on each side
        ...(touch ? { controlHeight: HEIGHTS.touch.controlHeight + 4 } : {}),
      },
      Message: { contentPadding: '9px 14px' },
    },
  };
};
