import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { Providers } from '../ui/Providers.tsx'
import { Wallet } from './Wallet.tsx'
import './tokens.css'
import { theme } from './theme.ts'

createRoot(document.getElementById('root')!).render(
  <Providers theme={theme}>
    <BrowserRouter>
      <Wallet />
    </BrowserRouter>
  </Providers>,
)
