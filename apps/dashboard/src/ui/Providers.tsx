import { localStorageColorSchemeManager } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { BaseProviders } from '@thumbturn/ui/BaseProviders.tsx'
import type { ReactNode } from 'react'
import { queryClient } from '../api/query-client.ts'
import { resolver, theme } from './theme.ts'

const colorScheme = localStorageColorSchemeManager({ key: 'thumbturn-dashboard-color-scheme' })

/** Theme, color scheme, query cache, and toasts. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <BaseProviders theme={theme} resolver={resolver} colorScheme={colorScheme} queryClient={queryClient}>
      {children}
      <Notifications position="bottom-right" limit={3} autoClose={6000} />
    </BaseProviders>
  )
}
