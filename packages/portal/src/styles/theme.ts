import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const pine: MantineColorsTuple = [
  '#eef6f1',
  '#dcebe2',
  '#b7d6c4',
  '#8fbfa4',
  '#6aaa87',
  '#4f9a72',
  '#2f7d57',
  '#256847',
  '#1c5339',
  '#123c29',
];
const brick: MantineColorsTuple = [
  '#fbeeea',
  '#f6dcd5',
  '#f2b9ab',
  '#f08a72',
  '#d9634a',
  '#c04a32',
  '#a3341f',
  '#8d2b19',
  '#6f2114',
  '#4d170e',
];
const dark: MantineColorsTuple = [
  '#efeae0',
  '#c9c4b9',
  '#a09a8e',
  '#948d81',
  '#45413a',
  '#37342f',
  '#2b2925',
  '#1f1d1a',
  '#1b1a17',
  '#131210',
];

/** Mantine's components in the portal's measures; the colours themselves live in styles/tokens.css. */
export const theme = createTheme({
  fontFamily: 'var(--oh-font)',
  fontFamilyMonospace: 'var(--oh-mono)',
  colors: { pine, brick, dark },
  primaryColor: 'pine',
  primaryShade: { light: 7, dark: 4 },
  // White on the primary of the dark scheme fails contrast: Mantine picks dark ink there.
  autoContrast: true,
  luminanceThreshold: 0.31,
  black: '#1b1a17',
  defaultRadius: 'sm',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '14px', xl: '16px' },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1rem', sm: '1.25rem', md: '1.375rem', lg: '1.5rem', xl: '1.75rem' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  shadows: { xs: 'var(--oh-shadow)', sm: 'var(--oh-shadow)', md: 'var(--oh-shadow-float)' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  // The portal's own focus ring (styles/base.css) serves Mantine's controls too.
  focusRing: 'never',
});

/** Points Mantine's variables at the portal's tokens. */
export const cssVariables: CSSVariablesResolver = () => {
  const both = {
    '--mantine-color-body': 'var(--oh-canvas)',
    '--mantine-color-text': 'var(--oh-ink)',
    '--mantine-color-dimmed': 'var(--oh-muted)',
    '--mantine-color-placeholder': 'var(--oh-faint)',
    '--mantine-color-default': 'var(--oh-surface)',
    '--mantine-color-default-color': 'var(--oh-ink)',
    '--mantine-color-default-border': 'var(--oh-line-strong)',
    '--mantine-color-default-hover': 'color-mix(in oklab, var(--oh-ink) 4%, var(--oh-surface))',
    '--mantine-color-error': 'var(--oh-bad)',
    '--mantine-primary-color-filled': 'var(--oh-primary)',
    '--mantine-primary-color-filled-hover': 'var(--oh-primary-hover)',
    '--mantine-primary-color-contrast': 'var(--oh-primary-ink)',
  };
  return { variables: {}, light: both, dark: both };
};
