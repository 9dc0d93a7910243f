import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useColorScheme } from '@mantine/hooks'
import { IconMoon, IconSun } from '@tabler/icons-react'

/** Switches between light and dark; choosing the system's scheme follows the system again. */
export function ColorSchemeToggle() {
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const now = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const system = useColorScheme('light', { getInitialValueInEffect: false })
  const other = now === 'dark' ? 'light' : 'dark'
  const Icon = now === 'dark' ? IconSun : IconMoon
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={40}
      aria-label={`Switch to ${other} colors`}
      onClick={() => setColorScheme(other === system ? 'auto' : other)}
    >
      <Icon size={20} stroke={1.7} aria-hidden="true" />
    </ActionIcon>
  )
}
