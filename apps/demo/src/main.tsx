import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { listenToCeremonies } from './ceremony/recorder.ts'
import { baseUrl } from './session/thumbturn.ts'
import { Providers } from './ui/Providers.tsx'

listenToCeremonies(baseUrl)

createRoot(document.getElementById('root')!).render(
  <Providers>
    <App />
  </Providers>,
)
