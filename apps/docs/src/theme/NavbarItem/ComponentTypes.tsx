import ComponentTypes from '@theme-original/NavbarItem/ComponentTypes'
import { ApiLink } from '../../components/ApiLink.tsx'

/** The theme's kinds of navbar items, and the link to the API that is open. */
export default { ...ComponentTypes, 'custom-apiLink': ApiLink }
