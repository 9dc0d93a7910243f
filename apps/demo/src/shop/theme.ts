import type { MantineColorsTuple, MantineThemeOverride } from '@mantine/core'
import { theme as shared } from '../ui/theme.ts'

const clay: MantineColorsTuple = [
  '#fbeee7',
  '#f4d9cb',
  '#ecc0aa',
  '#e6aa8c',
  '#e29c7a',
  '#cf7c55',
  '#b96240',
  '#a85433',
  '#9c4a2a',
  '#7a3719',
]

/** The shop's theme: fired clay on paper. */
export const theme: MantineThemeOverride = {
  ...shared,
  colors: { ...shared.colors, clay },
  primaryColor: 'clay',
  defaultRadius: 'sm',
}
