import { type MantineColorsTuple, mergeThemeOverrides } from '@mantine/core'
import { baseTheme, createResolver } from '@thumbturn/ui/theme.ts'
import styles from './theme.module.css'

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

/** Styles of the Mantine components; all other colors are in tokens.css and the palette. */
export const theme = mergeThemeOverrides(baseTheme, {
  colors: { dark },
  fontFamily: 'var(--sans)',
  fontSizes: {
    xs: 'var(--text-xs)',
    sm: 'var(--text-md)',
    md: 'var(--text-md)',
    lg: 'var(--text-lg)',
    xl: 'var(--text-xl)',
  },
  components: {
    Button: { classNames: { root: styles.button } },
    InputWrapper: {
      // Most fields are required, so a mark would be on every field.
      defaultProps: { withAsterisk: false, inputWrapperOrder: ['label', 'description', 'input', 'error'] },
      classNames: { label: styles.label, description: styles.hint, error: styles.hint },
    },
    Tabs: { classNames: { list: styles.tabs } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: false } },
    Menu: { defaultProps: { shadow: 'md', position: 'bottom-end', transitionProps: { duration: 80 } } },
    Modal: { defaultProps: { transitionProps: { duration: 120 } } },
  },
})

export const resolver = createResolver({
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-color-anchor': 'var(--verdigris)',
  '--mantine-shadow-md': 'var(--shadow-float)',
})
