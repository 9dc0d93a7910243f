import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { queryClient } from '../api/query-client.ts'
import { resolver, theme } from './theme.ts'

const colorScheme = localStorageColorSchemeManager({ key: 'thumbturn-dashboard-color-scheme' })

/** Theme, color scheme, toasts, and query cache. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={resolver}
        colorSchemeManager={colorScheme}
        defaultColorScheme="auto"
      >
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
        <Notifications position="bottom-right" limit={3} autoClose={6000} />
      </MantineProvider>
    </StrictMode>
  )
}
