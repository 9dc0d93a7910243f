// The shipped parts, the limit of the packages that each part can bring, and the purpose of each direct dependency.

/** `workspaces`: whose dependencies the part contains; `most`: how many packages they may bring. */
export const products = [
  {
    name: 'the service',
    workspaces: ['apps/service', 'packages/contract', 'packages/webauthn'],
    most: 120,
    what: 'What `npm ci --omit=dev` needs to run the service; archives, Debian packages, and the image contain the same.',
  },
  {
    name: '@thumbturn/webauthn',
    workspaces: ['packages/webauthn'],
    most: 8,
    what: 'The verifier as a separate package.',
  },
  { name: '@thumbturn/node', workspaces: ['packages/node'], most: 1, what: 'The SDK for backends.' },
  { name: '@thumbturn/web', workspaces: ['packages/web'], most: 0, what: 'The SDK for browsers.' },
  {
    name: 'the dashboard',
    workspaces: ['apps/dashboard', 'packages/ui', 'packages/web'],
    most: 85,
    what: 'Packages that the build bundles into its pages; none of them run on the server.',
  },
]

/** The purpose of each direct dependency. */
export const purposes = {
  '@commander-js/extra-typings': 'types of the command line',
  '@fastify/ajv-compiler':
    'validates requests with the schemas of the contract; a direct dependency only to load it when needed',
  '@fastify/fast-json-stringify-compiler': 'writes responses by the schemas of the contract',
  '@fastify/static': 'serves dashboard, demo, and website',
  '@fontsource-variable/inter': 'the font, served from the same origin',
  '@mantine/core': 'components',
  '@mantine/hooks': 'what the components share',
  '@mantine/notifications': 'notifications',
  '@mantine/spotlight': 'the command palette',
  '@peculiar/asn1-schema': 'reads DER of attestations and FIDO metadata',
  '@peculiar/asn1-x509': 'the structures of X.509 in DER',
  '@tabler/icons-react': 'icons',
  '@tanstack/react-query': 'loads and caches responses',
  '@tanstack/react-table': 'tables',
  '@visx/scale': 'scales of charts',
  '@visx/shape': 'shapes of charts',
  ajv: 'compiles JSON schemas',
  asn1js: 'reads DER without a fixed structure',
  aws4fetch: 'signs requests to S3, for the connector',
  bowser: 'identifies browsers and systems in the list of devices',
  commander: 'parses the command line',
  'fast-jwt': 'signs and verifies tokens',
  fastify: 'HTTP server and router',
  'ipaddr.js': 'compares addresses with ranges, for limits and the egress rule',
  jose: 'verifies tokens of backends and providers, and converts keys',
  kysely: 'builds SQL with parameters',
  leven: 'suggests a command after a typo',
  'libphonenumber-js': 'parses phone numbers',
  nodemailer: 'sends email over SMTP',
  'openid-client': 'signs members in at OpenID providers',
  pg: 'the PostgreSQL driver; SQLite is part of Node',
  pino: 'the log',
  'prom-client': 'metrics for Prometheus',
  react: 'renders the pages',
  'react-dom': 'renders the pages',
  'react-router': 'the routes of the pages',
  tldts: 'knows public suffixes, which no RP ID can be',
  typebox: 'schemas of the contract',
}
