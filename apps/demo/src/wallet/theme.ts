import type { MantineColorsTuple, MantineThemeOverride } from '@mantine/core'
import { theme as shared } from '../ui/theme.ts'

const iris: MantineColorsTuple = [
  '#f0eeff',
  '#dcd8fb',
  '#c3bcf8',
  '#b1a8f6',
  '#a497f5',
  '#7c6cea',
  '#6656e0',
  '#5646d6',
  '#4b3bc4',
  '#392b9f',
]

/** The wallet's theme: iris and lime. */
export const theme: MantineThemeOverride = {
  ...shared,
  colors: { ...shared.colors, iris },
  primaryColor: 'iris',
  defaultRadius: 'lg',
}
