/** An API that has a page: where it is, and the file that describes it. */
export type ApiReference = {
  name: string
  route: string
  label: string
  notYet: string
  /** The fields of an error for the developer and for the program, if they aren't `msg` and `msgCode`. */
  errorFields?: readonly [message: string, code: string]
  /** The table of its errors, if it isn't in the catalog. */
  errors?: string
  guide?: { to: string; label: string }
}

/** The APIs in the order in which the navigation bar looks for the one that is open. */
export const apiReferences: readonly ApiReference[] = [
  { name: 'current', route: '/next/api/', label: 'Current API', notYet: '' },
  {
    name: 'proxy',
    route: '/proxy/api/',
    label: 'Proxy API',
    notYet:
      'The proxy API lets your backend run every ceremony on behalf of its clients, which then never connect to the service.',
  },
  {
    name: 'gen1',
    route: '/api/',
    label: 'First-generation API',
    notYet: 'The first-generation service API is for clients that were written before the current API.',
    errorFields: ['message', 'code'],
    guide: { to: '/backend-integration/first-generation/', label: 'Service tokens, passwords, codes' },
  },
  { name: 'admin', route: '/admin/api/', label: 'Administration API', notYet: '' },
  {
    name: 'openid',
    route: '/openid-provider/api/',
    label: 'OpenID Provider API',
    notYet: '',
    errorFields: ['error_description', 'error'],
    errors: '/reference-documentation/openid/#errors',
    guide: { to: '/openid-provider/', label: 'Use Thumbturn as an OpenID Provider' },
  },
]

/** The reference that a path belongs to. */
export const referenceAt = (path: string): ApiReference | undefined =>
  apiReferences.find(({ route }) => path === route || `${path}/` === route)
