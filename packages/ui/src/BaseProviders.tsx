import {
  type CSSVariablesResolver,
  type MantineColorSchemeManager,
  MantineProvider,
  type MantineThemeOverride,
} from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { ThemeVariables } from './ThemeVariables.tsx'

type Props = {
  theme: MantineThemeOverride
  resolver: CSSVariablesResolver
  /** Keeps the color scheme that the user chose. */
  colorScheme: MantineColorSchemeManager
  queryClient: QueryClient
  children: ReactNode
}

/** Theme, color scheme, and query cache of a page. */
export function BaseProviders({ theme, resolver, colorScheme, queryClient, children }: Props) {
  return (
    <StrictMode>
      <MantineProvider
        theme={theme}
        withCssVariables={false}
        withGlobalClasses={false}
        colorSchemeManager={colorScheme}
        defaultColorScheme="auto"
      >
        <ThemeVariables resolver={resolver} />
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  )
}
