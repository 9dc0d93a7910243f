import { createBrowserRouter, type RouteObject } from 'react-router'
import { ApplicationsPage } from './applications/ApplicationsPage.tsx'
import { ApplicationOutlet } from './shell/ApplicationOutlet.tsx'
import { RouteFailure } from './shell/RouteFailure.tsx'
import { SignedIn } from './shell/SignedIn.tsx'
import { loadTexts } from './ui/language.ts'
import { UnknownPage } from './ui/UnknownPage.tsx'

/** Loads a page and its texts, which are named after its folder, when it is first visited. */
const lazily =
  <Name extends string>(folder: string, load: () => Promise<Record<Name, RouteObject['Component']>>, name: Name) =>
  async () => {
    const [page] = await Promise.all([load(), ...[folder, ...(sharedTexts[folder] ?? [])].map(loadTexts)])
    return { Component: page[name] }
  }

/** Pages that show findings of the setup check, or events, whose texts are many and in catalogs of their own. */
const sharedTexts: Readonly<Record<string, readonly string[]>> = {
  analytics: ['events'],
  checks: ['findings'],
  logs: ['events'],
  overview: ['findings'],
  users: ['events'],
}

const ofApplication: RouteObject[] = [
  { index: true, lazy: lazily('overview', () => import('./overview/OverviewPage.tsx'), 'OverviewPage') },
  {
    path: 'analytics/:report?',
    lazy: lazily('analytics', () => import('./analytics/AnalyticsPage.tsx'), 'AnalyticsPage'),
  },
  { path: 'users', lazy: lazily('users', () => import('./users/UsersPage.tsx'), 'UsersPage') },
  { path: 'users/:userId', lazy: lazily('users', () => import('./users/UserPage.tsx'), 'UserPage') },
  { path: 'groups', lazy: lazily('groups', () => import('./groups/GroupsPage.tsx'), 'GroupsPage') },
  { path: 'groups/:groupId', lazy: lazily('groups', () => import('./groups/GroupPage.tsx'), 'GroupPage') },
  {
    path: 'authenticators',
    lazy: lazily('authenticators', () => import('./authenticators/AuthenticatorsPage.tsx'), 'AuthenticatorsPage'),
  },
  { path: 'keys', lazy: lazily('keys', () => import('./keys/KeysPage.tsx'), 'KeysPage') },
  { path: 'settings', lazy: lazily('settings', () => import('./settings/SettingsPage.tsx'), 'SettingsPage') },
  {
    path: 'messages/:template?/:locale?',
    lazy: lazily('messages', () => import('./messages/MessagesPage.tsx'), 'MessagesPage'),
  },
  { path: 'connectors', lazy: lazily('connectors', () => import('./connectors/ConnectorsPage.tsx'), 'ConnectorsPage') },
  {
    path: 'connectors/new',
    lazy: lazily('connectors', () => import('./connectors/NewConnectorPage.tsx'), 'NewConnectorPage'),
  },
  {
    path: 'connectors/:connectorId',
    lazy: lazily('connectors', () => import('./connectors/ConnectorPage.tsx'), 'ConnectorPage'),
  },
  { path: 'clients', lazy: lazily('clients', () => import('./clients/ClientsPage.tsx'), 'ClientsPage') },
  // No client has so short an ID, while one can have the ID new.
  { path: 'clients/-/new', lazy: lazily('clients', () => import('./clients/NewClientPage.tsx'), 'NewClientPage') },
  { path: 'clients/:clientId', lazy: lazily('clients', () => import('./clients/ClientPage.tsx'), 'ClientPage') },
  { path: 'logs', lazy: lazily('logs', () => import('./logs/LogsPage.tsx'), 'LogsPage') },
  { path: 'apis', lazy: lazily('resources', () => import('./resources/ResourcesPage.tsx'), 'ResourcesPage') },
  { path: 'apis/new', lazy: lazily('resources', () => import('./resources/NewResourcePage.tsx'), 'NewResourcePage') },
  { path: 'apis/api', lazy: lazily('resources', () => import('./resources/ResourcePage.tsx'), 'ResourcePage') },
  { path: 'sites', lazy: lazily('sites', () => import('./sites/SitesPage.tsx'), 'SitesPage') },
  { path: 'sites/new', lazy: lazily('sites', () => import('./sites/NewSitePage.tsx'), 'NewSitePage') },
  { path: 'sites/:siteId', lazy: lazily('sites', () => import('./sites/SitePage.tsx'), 'SitePage') },
  {
    path: 'access',
    lazy: lazily('members', () => import('./members/AccessPage.tsx'), 'AccessPage'),
  },
  { path: 'outbox', lazy: lazily('outbox', () => import('./outbox/OutboxPage.tsx'), 'OutboxPage') },
]

const ofInstallation: RouteObject[] = [
  { index: true, lazy: lazily('applications', async () => ({ ApplicationsPage }), 'ApplicationsPage') },
  {
    path: 'applications/new',
    lazy: lazily('applications', () => import('./applications/NewApplicationPage.tsx'), 'NewApplicationPage'),
  },
  { path: 'members', lazy: lazily('members', () => import('./members/MembersPage.tsx'), 'MembersPage') },
  { path: 'single-sign-on', lazy: lazily('sso', () => import('./sso/SsoPage.tsx'), 'SsoPage') },
  { path: 'directory', lazy: lazily('directory', () => import('./directory/DirectoryPage.tsx'), 'DirectoryPage') },
  { path: 'audit', lazy: lazily('audit', () => import('./audit/AuditPage.tsx'), 'AuditPage') },
  { path: 'account', lazy: lazily('account', () => import('./account/AccountPage.tsx'), 'AccountPage') },
  { path: 'checks', lazy: lazily('checks', () => import('./checks/ChecksPage.tsx'), 'ChecksPage') },
]

/** While the code of the first page is on its way. */
const Blank = () => null

/** Every page of the dashboard by its path below /dashboard. */
export const router = createBrowserRouter(
  [
    {
      path: 'join',
      lazy: lazily('join', () => import('./join/JoinPage.tsx'), 'JoinPage'),
      ErrorBoundary: RouteFailure,
      HydrateFallback: Blank,
    },
    {
      path: 'sso/:providerId',
      lazy: lazily('sso', () => import('./sso/SsoReturnPage.tsx'), 'SsoReturnPage'),
      ErrorBoundary: RouteFailure,
      HydrateFallback: Blank,
    },
    {
      Component: SignedIn,
      ErrorBoundary: RouteFailure,
      HydrateFallback: Blank,
      children: [
        {
          ErrorBoundary: RouteFailure,
          children: [
            ...ofInstallation,
            { path: 'applications/:applicationId', Component: ApplicationOutlet, children: ofApplication },
            { path: '*', Component: UnknownPage },
          ],
        },
      ],
    },
  ],
  { basename: '/dashboard' },
)
