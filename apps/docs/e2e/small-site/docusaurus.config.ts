import type { UserThemeConfig } from '@docusaurus/theme-common'
import type { Config } from '@docusaurus/types'

/** The theme's own toggle, for a site that does not ask the system. */
const themeConfig: UserThemeConfig = {
  colorMode: { defaultMode: 'dark', respectPrefersColorScheme: false, disableSwitch: false },
  navbar: { title: 'Small', items: [] },
}

/** A site for what ours is not configured to do, or must never do: its tests are in small-site.spec.ts. */
const config: Config = {
  title: 'Small',
  url: 'http://localhost',
  baseUrl: '/',
  trailingSlash: true,
  onBrokenLinks: 'ignore',
  future: { v4: true, faster: true },
  storage: { namespace: false },
  plugins: [['@docusaurus/plugin-content-docs', { routeBasePath: '/', sidebarPath: false }], './faults/plugin.ts'],
  themes: [['@docusaurus/theme-classic', {}]],
  themeConfig,
}

export default config
