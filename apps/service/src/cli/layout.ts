import { fileURLToPath } from 'node:url'
import { hashRelease } from '../installation.ts'

const inRepository = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url))

/** Where the parts of an installation are. */
export type Layout = {
  /** The mode that the service starts in by default; without one, its address decides. */
  defaultMode?: 'production'
  /** The built demo. */
  demoFolder?: string
  /** The built dashboard. */
  dashboardFolder?: string
  /** The built hosted pages. */
  hostedFolder?: string
  /** The built website; it can appear while the service runs. */
  siteFolder?: string
  /** The package.json that states the version. */
  manifest: string
  /** A hash that identifies the release: a commit id or a SHA-256, in hex. */
  identifyRelease(): string
  /** How an operator calls the command line here. */
  command: string
  /** The command that fills an application with made-up data; only a checkout has it. */
  demoDataCommand?: string
}

/** Of a checkout. The published package has a file of its own in place of this one: layout.packaged.ts. */
export const layout: Layout = {
  demoFolder: inRepository('apps/demo/dist/demo'),
  dashboardFolder: inRepository('apps/dashboard/dist'),
  hostedFolder: inRepository('apps/hosted/dist'),
  siteFolder: inRepository('apps/docs/build'),
  manifest: inRepository('apps/service/package.json'),
  identifyRelease: () => hashRelease(inRepository('')),
  command: 'npx thumbturn',
  demoDataCommand: 'npm run demo-data',
}
