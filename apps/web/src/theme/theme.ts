import {
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
  createTheme,
  defaultVariantColorsResolver,
} from '@mantine/core';

const glass: MantineColorsTuple = [
  '#eef7fb',
  '#dcebf0',
  '#b0d7e7',
  '#93cfe4',
  '#74c6e2',
  '#3f9fc2',
  '#1d7699',
  '#0f5e7d',
  '#0a465e',
  '#07374a',
];

/** Mantine's greys, warmed: all that we did not colour ourselves must not look cold. */
const gray: MantineColorsTuple = [
  '#faf6ee',
  '#ebe3d2',
  '#e4dac6',
  '#ddd2bd',
  '#cbbda2',
  '#b0a184',
  '#7d705a',
  '#5f5340',
  '#3c3327',
  '#241d14',
];

const dark: MantineColorsTuple = [
  '#efe7d8',
  '#d6cab5',
  '#b5a78e',
  '#94866d',
  '#4a4033',
  '#383026',
  '#27221b',
  '#1e1a15',
  '#16130f',
  '#110e0b',
];

/** Filled things follow our tokens: Mantine picks black or white by the light scheme's shade only. */
const variantColors: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  if (input.variant !== 'filled' || (input.color !== undefined && input.color !== 'glass')) return colors;
  return {
    ...colors,
    background: 'var(--sg-accent)',
    hover: 'var(--sg-accent-strong)',
    color: 'var(--sg-on-accent)',
  };
};

export const theme = createTheme({
  primaryColor: 'glass',
  primaryShade: { light: 7, dark: 4 },
  colors: { glass, gray, dark },
  variantColorResolver: variantColors,
  black: '#241d14',
  fontFamily: 'var(--sg-font-sans)',
  fontFamilyMonospace: 'var(--sg-font-mono)',
  headings: { fontFamily: 'var(--sg-font-serif)', fontWeight: '600' },
  defaultRadius: 'sm',
  radius: { sm: '6px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Tooltip: { defaultProps: { openDelay: 250, withArrow: true } },
    Select: { defaultProps: { comboboxProps: { shadow: 'md' } } },
  },
});

/** Mantine's own variables take their values from our tokens, in both schemes. */
export const cssVariables: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--sg-surface)',
    '--mantine-color-text': 'var(--sg-ink)',
    '--mantine-color-dimmed': 'var(--sg-ink-soft)',
    '--mantine-color-placeholder': 'var(--sg-ink-soft)',
    '--mantine-color-anchor': 'var(--sg-accent)',
    '--mantine-color-error': 'var(--sg-danger)',
    '--mantine-color-default': 'var(--sg-raised)',
    '--mantine-color-default-hover': 'var(--sg-sunken)',
    '--mantine-color-default-color': 'var(--sg-ink)',
    '--mantine-color-default-border': 'var(--sg-line-strong)',
  };
  return { variables: {}, light: shared, dark: shared };
};
