import '@thumbturn/ui/fonts/inter.css'
import '@thumbturn/ui/fonts/mono.css'
import '@thumbturn/ui/palette.css'
import './styles/page.css'
import { render } from 'preact'
import { App } from './App.tsx'

render(<App />, document.getElementById('root')!)
