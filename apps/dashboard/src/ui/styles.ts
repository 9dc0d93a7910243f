import '@fontsource-variable/inter/wght.css'
import './mantine.css'
import './tokens.css'
import './global.css'
