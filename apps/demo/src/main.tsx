import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './ui/mantine.css'
import './ui/tokens.css'
import './ui/global.css'
import { App } from './App.tsx'
import { listenToCeremonies } from './ceremony/recorder.ts'
import { baseUrl } from './session/thumbturn.ts'
import { resolver, theme } from './ui/theme.ts'

listenToCeremonies(baseUrl)

const colorScheme = localStorageColorSchemeManager({ key: 'thumbturn-demo-color-scheme' })
// The SDK and the service run on this machine most of the time: an answer that fails once fails again.
const queries = new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { networkMode: 'always' } } })

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolver}
      colorSchemeManager={colorScheme}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queries}>
        <App />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
