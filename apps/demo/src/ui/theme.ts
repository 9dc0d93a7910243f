import { mergeThemeOverrides } from '@mantine/core'
import { baseTheme, createResolver } from '@thumbturn/ui/theme.ts'
import styles from './theme.module.css'

/** Styles of the Mantine components; all other colors are in the palette. */
export const theme = mergeThemeOverrides(baseTheme, {
  fontFamily: '"Inter", system-ui, sans-serif',
  components: {
    Input: { classNames: { input: styles.input } },
    TextInput: { classNames: { input: styles.input } },
    Tabs: { classNames: { tab: styles.tab } },
  },
})

export const resolver = createResolver({
  '--mantine-color-default-hover': 'var(--sunken)',
  '--mantine-color-default-border': 'var(--line-strong)',
})
