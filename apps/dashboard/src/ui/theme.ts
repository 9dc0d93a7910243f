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

/** Surfaces, borders, and disabled parts of components in the dark scheme, from text to page. */
const dark: MantineColorsTuple = [
  '#e8efec',
  '#c5d2cd',
  '#9fb1ab',
  '#5f706a',
  '#33423d',
  '#26332f',
  '#1a2522',
  '#131c1a',
  '#0f1715',
  '#0c1311',
]

/** Styles of the Mantine components; all other colors are in tokens.css. */
export const theme = createTheme({
  colors: { verdigris, red, dark },
  primaryColor: 'verdigris',
  primaryShade: { light: 8, dark: 4 },
  autoContrast: true,
  black: '#0c1311',
  fontFamily: 'var(--sans)',
  fontFamilyMonospace: 'var(--mono)',
  fontSizes: {
    xs: 'var(--text-xs)',
    sm: 'var(--text-md)',
    md: 'var(--text-md)',
    lg: 'var(--text-lg)',
    xl: 'var(--text-xl)',
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { classNames: { root: styles.button } },
    Input: { classNames: { input: styles.input } },
    InputWrapper: {
      // Most fields are required, so a mark would be on every field.
      defaultProps: { withAsterisk: false, inputWrapperOrder: ['label', 'description', 'input', 'error'] },
      classNames: { label: styles.label, description: styles.hint, error: styles.hint },
    },
    Switch: { classNames: { track: styles.track } },
    Tabs: { classNames: { tab: styles.tab, list: styles.tabs } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: false } },
    Menu: { defaultProps: { shadow: 'md', position: 'bottom-end', transitionProps: { duration: 80 } } },
    Modal: { defaultProps: { transitionProps: { duration: 120 } } },
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
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--line)',
    '--mantine-color-error': 'var(--danger)',
    '--mantine-color-anchor': 'var(--verdigris)',
    '--mantine-shadow-md': 'var(--shadow-float)',
  }
  return { variables: {}, light: shared, dark: shared }
}
