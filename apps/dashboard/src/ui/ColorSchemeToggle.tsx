import { useLingui } from '@lingui/react/macro'
import { ActionIcon, Tooltip, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useColorScheme } from '@mantine/hooks'
import { IconMoon, IconSun } from '@tabler/icons-react'

/** Switches between light and dark; choosing the system's scheme follows the system again. */
export function ColorSchemeToggle() {
  const { t } = useLingui()
  const { other, toggle } = useColorSchemeToggle()
  const Icon = other === 'light' ? IconSun : IconMoon
  const label = other === 'light' ? t`Switch to light colors` : t`Switch to dark colors`
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size={34} aria-label={label} onClick={toggle}>
        <Icon size={18} stroke={1.7} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  )
}

/** The scheme that isn't in use, and a function that switches to it. */
export function useColorSchemeToggle() {
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const now = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const system = useColorScheme('light', { getInitialValueInEffect: false })
  const other = now === 'dark' ? ('light' as const) : ('dark' as const)
  return { other, toggle: () => setColorScheme(other === system ? 'auto' : other) }
}
