import { createBrowserRouter, type RouteObject } from 'react-router'
import { ApplicationsPage } from './applications/ApplicationsPage.tsx'
import { RouteFailure } from './shell/RouteFailure.tsx'
import { SignedIn } from './shell/SignedIn.tsx'
import { UnknownPage } from './ui/UnknownPage.tsx'

/** Loads a page when it is first visited. */
const lazily =
  <Name extends string>(load: () => Promise<Record<Name, RouteObject['Component']>>, name: Name) =>
  async () => ({ Component: (await load())[name] })

const ofApplication: RouteObject[] = [
  { index: true, lazy: lazily(() => import('./overview/OverviewPage.tsx'), 'OverviewPage') },
  {
    path: 'analytics/:report?',
    lazy: lazily(() => import('./analytics/AnalyticsPage.tsx'), 'AnalyticsPage'),
  },
  { path: 'users', lazy: lazily(() => import('./users/UsersPage.tsx'), 'UsersPage') },
  { path: 'users/:userId', lazy: lazily(() => import('./users/UserPage.tsx'), 'UserPage') },
  { path: 'groups', lazy: lazily(() => import('./groups/GroupsPage.tsx'), 'GroupsPage') },
  { path: 'groups/:groupId', lazy: lazily(() => import('./groups/GroupPage.tsx'), 'GroupPage') },
  {
    path: 'authenticators',
    lazy: lazily(() => import('./authenticators/AuthenticatorsPage.tsx'), 'AuthenticatorsPage'),
  },
  { path: 'keys', lazy: lazily(() => import('./keys/KeysPage.tsx'), 'KeysPage') },
  { path: 'settings', lazy: lazily(() => import('./settings/SettingsPage.tsx'), 'SettingsPage') },
  {
    path: 'messages/:template?/:locale?',
    lazy: lazily(() => import('./messages/MessagesPage.tsx'), 'MessagesPage'),
  },
  { path: 'connectors', lazy: lazily(() => import('./connectors/ConnectorsPage.tsx'), 'ConnectorsPage') },
  { path: 'connectors/new', lazy: lazily(() => import('./connectors/NewConnectorPage.tsx'), 'NewConnectorPage') },
  { path: 'connectors/:connectorId', lazy: lazily(() => import('./connectors/ConnectorPage.tsx'), 'ConnectorPage') },
  { path: 'clients', lazy: lazily(() => import('./clients/ClientsPage.tsx'), 'ClientsPage') },
  // No client has so short an ID, while one can have the ID new.
  { path: 'clients/-/new', lazy: lazily(() => import('./clients/NewClientPage.tsx'), 'NewClientPage') },
  { path: 'clients/:clientId', lazy: lazily(() => import('./clients/ClientPage.tsx'), 'ClientPage') },
  { path: 'apis', lazy: lazily(() => import('./resources/ResourcesPage.tsx'), 'ResourcesPage') },
  { path: 'apis/new', lazy: lazily(() => import('./resources/NewResourcePage.tsx'), 'NewResourcePage') },
  { path: 'apis/api', lazy: lazily(() => import('./resources/ResourcePage.tsx'), 'ResourcePage') },
  { path: 'logs', lazy: lazily(() => import('./logs/LogsPage.tsx'), 'LogsPage') },
  {
    path: 'access',
    lazy: lazily(() => import('./members/AccessPage.tsx'), 'AccessPage'),
  },
  { path: 'outbox', lazy: lazily(() => import('./outbox/OutboxPage.tsx'), 'OutboxPage') },
]

const ofInstallation: RouteObject[] = [
  { index: true, Component: ApplicationsPage },
  {
    path: 'applications/new',
    lazy: lazily(() => import('./applications/NewApplicationPage.tsx'), 'NewApplicationPage'),
  },
  { path: 'members', lazy: lazily(() => import('./members/MembersPage.tsx'), 'MembersPage') },
  { path: 'single-sign-on', lazy: lazily(() => import('./sso/SsoPage.tsx'), 'SsoPage') },
  { path: 'directory', lazy: lazily(() => import('./directory/DirectoryPage.tsx'), 'DirectoryPage') },
  { path: 'audit', lazy: lazily(() => import('./audit/AuditPage.tsx'), 'AuditPage') },
  { path: 'account', lazy: lazily(() => import('./account/AccountPage.tsx'), 'AccountPage') },
  { path: 'checks', lazy: lazily(() => import('./checks/ChecksPage.tsx'), 'ChecksPage') },
]

/** While the code of the first page is on its way. */
const Blank = () => null

/** Every page of the dashboard by its path below /dashboard. */
export const router = createBrowserRouter(
  [
    {
      path: 'join',
      lazy: lazily(() => import('./join/JoinPage.tsx'), 'JoinPage'),
      ErrorBoundary: RouteFailure,
      HydrateFallback: Blank,
    },
    {
      path: 'sso/:providerId',
      lazy: lazily(() => import('./sso/SsoReturnPage.tsx'), 'SsoReturnPage'),
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
            { path: 'applications/:applicationId', children: ofApplication },
            { path: '*', Component: UnknownPage },
          ],
        },
      ],
    },
  ],
  { basename: '/dashboard' },
)
