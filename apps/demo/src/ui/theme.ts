import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import styles from './theme.module.css'

const verdigris: MantineColorsTuple = [
  '#e7f5f1',
  '#cfe9e2',
  '#a3d6c9',
  '#8dd6c4',
  '#74cdb8',
  '#4dae99',
  '#2f907c',
  '#1a7868',
  '#10655a',
  '#0b4d45',
]

const red: MantineColorsTuple = [
  '#fbeae6',
  '#f6d2ca',
  '#f5b3a6',
  '#f4a395',
  '#f29382',
  '#dd6550',
  '#c84a34',
  '#b53d28',
  '#a63420',
  '#832616',
]

/** Styles of the Mantine components; all other colors are in tokens.css. */
export const theme = createTheme({
  colors: { verdigris, red },
  primaryColor: 'verdigris',
  primaryShade: { light: 8, dark: 4 },
  autoContrast: true,
  black: '#0c1311',
  fontFamily:
    '-apple-system, "Segoe UI Variable Text", "Segoe UI", Inter, Roboto, Cantarell, "Liberation Sans", Arial, sans-serif',
  fontFamilyMonospace: 'var(--mono)',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { classNames: { root: styles.button } },
    Switch: { classNames: { track: styles.track } },
    Input: { classNames: { input: styles.input } },
    TextInput: { classNames: { input: styles.input } },
    Tabs: { classNames: { tab: styles.tab } },
  },
})

/** Maps our color tokens to Mantine, so that there is one palette. */
export const resolver: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--muted)',
    '--mantine-color-placeholder': 'var(--muted)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--sunken)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-error': 'var(--danger)',
  }
  return { variables: {}, light: shared, dark: shared }
}
