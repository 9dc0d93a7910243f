import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { Providers } from '../ui/Providers.tsx'
import { Shop } from './Shop.tsx'
import './tokens.css'
import { theme } from './theme.ts'

createRoot(document.getElementById('root')!).render(
  <Providers theme={theme}>
    <BrowserRouter>
      <Shop />
    </BrowserRouter>
  </Providers>,
)
