import { readFileSync } from 'node:fs'
import type { Options as DocsOptions } from '@docusaurus/plugin-content-docs'
import type { UserThemeConfig } from '@docusaurus/theme-common'
import type { Config } from '@docusaurus/types'
import { apiReferences } from './plugins/openapi-reference/references.ts'
import operations from './plugins/operations/index.ts'
import terms from './plugins/terms/index.ts'
import { codeTheme } from './src/code-themes.ts'

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  repository: { url: string }
}
/** Where the sources are read and edited: the repository that package.json names, unless a fork says otherwise. */
const repository = process.env.SITE_REPOSITORY ?? manifest.repository.url.replace(/^git\+|\.git$/g, '')
/** Where readers write to who miss something; without it no page offers a mail. */
const feedbackMail = process.env.SITE_FEEDBACK_MAIL

const themeConfig: UserThemeConfig = {
  // Without a choice of the reader the site follows the system, which every browser reports; dark is for a site that doesn't ask.
  colorMode: { defaultMode: 'dark', respectPrefersColorScheme: true, disableSwitch: false },
  announcementBar: {
    // Older versions misspelled this ID, so browsers that closed the bar then show it once more.
    id: 'announcement-bar',
    content: 'Thumbturn is new: these pages describe version 0.1.',
    isCloseable: true,
  },
  tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
  docs: { versionPersistence: 'localStorage', sidebar: { hideable: false, autoCollapseCategories: true } },
  navbar: {
    hideOnScroll: true,
    title: 'Thumbturn',
    logo: { alt: '', src: 'img/mark-light.svg', srcDark: 'img/mark-dark.svg', width: 28, height: 28 },
    items: [
      { to: '/quickstarts/', label: 'Quickstarts', position: 'left' },
      { to: '/user-scenario/', label: 'Guides', position: 'left' },
      { to: '/reference-documentation/web/web-sdk/', label: 'SDK', position: 'left' },
      { type: 'custom-apiLink', label: 'API', position: 'left' },
      { type: 'localeDropdown', position: 'right', className: 'navbar-language' },
      // The dashboard of the installation that serves these pages.
      { href: 'pathname:///dashboard/', label: 'Dashboard', position: 'right', target: '_blank' },
      { type: 'search', position: 'right' },
    ],
  },
  footer: {
    links: [
      {
        title: 'Build',
        items: [
          { label: 'Quickstarts', to: '/quickstarts/' },
          { label: 'Sign-up', to: '/user-scenario/authentication/sign-up/create-passkey/' },
          { label: 'Sign-in', to: '/user-scenario/authentication/sign-in/sign-in-passkey/' },
          { label: 'OpenID Provider', to: '/openid-provider/' },
          { label: 'Transactions', to: '/user-scenario/authentication/step-up/transaction-confirmation/' },
        ],
      },
      {
        title: 'Reference',
        items: [
          { label: 'Current API', to: '/next/api/' },
          { label: 'Errors', to: '/reference-documentation/errors/' },
          { label: 'Events', to: '/reference-documentation/event-registry/authentication-registry/' },
          { label: 'Glossary', to: '/reference-documentation/glossary/' },
        ],
      },
      {
        title: 'Operate',
        items: [
          { label: 'Install', to: '/operate/install/' },
          { label: 'Configuration', to: '/operate/configuration/' },
          { label: 'Back up and restore', to: '/operate/backup/' },
          { label: 'Upgrade', to: '/operate/upgrade/' },
        ],
      },
      {
        title: 'Project',
        items: [
          { label: 'Source', href: repository },
          { label: 'Changelog', to: '/changelog/' },
          { label: 'Benchmarks', to: '/benchmarks/' },
          { label: 'Security', to: '/security/' },
          { label: 'Privacy notice', to: '/privacy/' },
        ],
      },
    ],
    copyright: '© 2025–2026 The Thumbturn authors. Apache-2.0. <span hidden data-site-version>2.19.0</span>',
  },
  prism: {
    theme: codeTheme,
    darkTheme: codeTheme,
    additionalLanguages: [
      'bash',
      'python',
      'go',
      'kotlin',
      'swift',
      'objectivec',
      'dart',
      'json',
      'http',
      'php',
      'java',
      'ruby',
      'csharp',
      'nginx',
      'sql',
      'ini',
      'toml',
    ],
  },
}

const docs: DocsOptions = {
  routeBasePath: '/',
  sidebarPath: './sidebars.ts',
  versions: { current: { label: '2.X' } },
  editUrl: `${repository}/edit/main/apps/docs/`,
  showLastUpdateTime: true,
  remarkPlugins: [terms, operations],
}

const config: Config = {
  title: 'Thumbturn',
  tagline: 'Self-hosted passkey authentication',
  url: process.env.SITE_URL ?? 'http://localhost:4300',
  baseUrl: '/',
  trailingSlash: true,
  // Its script writes markup into the page, which the policy of the pages forbids; plugins/page-policy has a message instead.
  baseUrlIssueBanner: false,
  favicon: 'img/mark.svg',
  i18n: { defaultLocale: 'en', locales: ['en'] },
  onBrokenLinks: 'throw',
  onBrokenAnchors: 'throw',
  onDuplicateRoutes: 'throw',
  markdown: { hooks: { onBrokenMarkdownLinks: 'throw', onBrokenMarkdownImages: 'throw' } },
  future: { v4: true, faster: true },
  // The plain keys of the browser's storage: `theme`, `docusaurus.announcement.id`, `docs-preferred-version-default`.
  storage: { namespace: false },
  customFields: { repository, feedbackMail },
  headTags: [{ tagName: 'meta', attributes: { name: 'color-scheme', content: 'light dark' } }],
  clientModules: ['./src/client/trusted-types.ts', './src/client/announcement.ts'],
  plugins: [
    ['@docusaurus/plugin-content-docs', docs],
    ['@docusaurus/plugin-sitemap', { lastmod: null }],
    ['./plugins/openapi-reference/index.ts', { references: apiReferences }],
    './plugins/samples/index.ts',
    './plugins/breakpoint-996/index.ts',
    './plugins/theme-without-scripts/index.ts',
    './plugins/prefetch-once/index.ts',
    './plugins/lean-client/index.ts',
    './plugins/font-files/index.ts',
    './plugins/static-code/index.ts',
    './plugins/search/index.ts',
    './plugins/page-files/index.ts',
    './plugins/security-txt/index.ts',
    './plugins/og-images/index.ts',
    // Last, because it reads the pages that the others may have changed.
    './plugins/page-policy/index.ts',
  ],
  themes: [['@docusaurus/theme-classic', { customCss: ['./src/css/site.css'] }]],
  themeConfig,
}

export default config
