import {
  type Icon,
  IconAddressBook,
  IconApps,
  IconChartBar,
  IconFingerprint,
  IconHierarchy2,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconListDetails,
  IconLogin,
  IconLogin2,
  IconMail,
  IconMessage2,
  IconPlugConnected,
  IconSettings,
  IconShieldLock,
  IconStethoscope,
  IconUserShield,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import type { Role } from '@thumbturn/contract/vocabulary/roles.ts'

/** A page that the navigation and the command palette lead to. `path` is relative to the application, if it has one. */
export type Place = { title: string; path: string; icon: Icon; needs: Role; keywords?: string }

/** The pages of an application. */
export const applicationPlaces: readonly Place[] = [
  { title: 'Overview', path: '', icon: IconLayoutDashboard, needs: 'viewer', keywords: 'quickstart code setup set-up' },
  {
    title: 'Analytics',
    path: 'analytics',
    icon: IconChartBar,
    needs: 'viewer',
    keywords: 'reports charts statistics devices adoption funnel sign-ins errors',
  },
  { title: 'Users', path: 'users', icon: IconUsers, needs: 'viewer', keywords: 'passkeys accounts search' },
  {
    title: 'Groups',
    path: 'groups',
    icon: IconHierarchy2,
    needs: 'viewer',
    keywords: 'roles members claims permissions',
  },
  {
    title: 'OpenID clients',
    path: 'clients',
    icon: IconLogin,
    needs: 'viewer',
    keywords: 'oidc openid connect oauth programs apps single sign-on grafana nextcloud gitea oauth2-proxy',
  },
  {
    title: 'Protected APIs',
    path: 'apis',
    icon: IconShieldLock,
    needs: 'viewer',
    keywords: 'mcp server resource audience scopes permissions tokens ai agent assistant rfc 8707',
  },
  {
    title: 'Logs',
    path: 'logs',
    icon: IconListDetails,
    needs: 'viewer',
    keywords: 'events live tail export debug errors trace',
  },
  {
    title: 'Connectors',
    path: 'connectors',
    icon: IconPlugConnected,
    needs: 'viewer',
    keywords: 'splunk webhook syslog opentelemetry otlp s3 siem stream export',
  },
  { title: 'Keys', path: 'keys', icon: IconKey, needs: 'viewer', keywords: 'api key client signing rotate jwks scope' },
  {
    title: 'Authenticators',
    path: 'authenticators',
    icon: IconFingerprint,
    needs: 'viewer',
    keywords: 'aaguid block allow list security key',
  },
  { title: 'Settings', path: 'settings', icon: IconSettings, needs: 'viewer', keywords: 'origins tokens delete' },
  {
    title: 'Messages',
    path: 'messages',
    icon: IconMessage2,
    needs: 'viewer',
    keywords: 'templates texts email sms preview test language',
  },
  { title: 'Access', path: 'access', icon: IconUserShield, needs: 'owner', keywords: 'members invite roles' },
  { title: 'Outbox', path: 'outbox', icon: IconMail, needs: 'developer', keywords: 'email sms messages codes' },
]

/** The pages of the installation. */
export const installationPlaces: readonly Place[] = [
  { title: 'Applications', path: '/', icon: IconApps, needs: 'viewer' },
  { title: 'Members', path: '/members', icon: IconUsersGroup, needs: 'owner', keywords: 'invite roles team' },
  {
    title: 'Single sign-on',
    path: '/single-sign-on',
    icon: IconLogin2,
    needs: 'owner',
    keywords: 'sso oidc openid okta entra google keycloak saml identity provider',
  },
  {
    title: 'Directory',
    path: '/directory',
    icon: IconAddressBook,
    needs: 'owner',
    keywords: 'scim okta entra provisioning groups sync',
  },
  { title: 'Setup check', path: '/checks', icon: IconStethoscope, needs: 'viewer', keywords: 'doctor health' },
  { title: 'Audit log', path: '/audit', icon: IconHistory, needs: 'owner', keywords: 'history changes' },
]

/** The path of an application's page. */
export const applicationPath = (applicationId: string, { path }: Pick<Place, 'path'>): string =>
  `/applications/${applicationId}${path === '' ? '' : `/${path}`}`
