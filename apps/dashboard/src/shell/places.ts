import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
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
  IconLockAccess,
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
export type Place = { title: MessageDescriptor; path: string; icon: Icon; needs: Role; keywords?: MessageDescriptor }

/** The pages of an application. */
export const applicationPlaces: readonly Place[] = [
  {
    title: msg`Overview`,
    path: '',
    icon: IconLayoutDashboard,
    needs: 'viewer',
    keywords: msg`quickstart code setup set-up`,
  },
  {
    title: msg`Analytics`,
    path: 'analytics',
    icon: IconChartBar,
    needs: 'viewer',
    keywords: msg`reports charts statistics devices adoption funnel sign-ins errors`,
  },
  { title: msg`Users`, path: 'users', icon: IconUsers, needs: 'viewer', keywords: msg`passkeys accounts search` },
  {
    title: msg`Groups`,
    path: 'groups',
    icon: IconHierarchy2,
    needs: 'viewer',
    keywords: msg`roles members claims permissions`,
  },
  {
    title: msg`OpenID clients`,
    path: 'clients',
    icon: IconLogin,
    needs: 'viewer',
    keywords: msg`oidc openid connect oauth programs apps single sign-on grafana nextcloud gitea oauth2-proxy`,
  },
  {
    title: msg`Protected APIs`,
    path: 'apis',
    icon: IconShieldLock,
    needs: 'viewer',
    keywords: msg`mcp server resource audience scopes permissions tokens ai agent assistant rfc 8707`,
  },
  {
    title: msg`Protected sites`,
    path: 'sites',
    icon: IconLockAccess,
    needs: 'viewer',
    keywords: msg`forward auth reverse proxy nginx caddy traefik host rules zero trust intranet`,
  },
  {
    title: msg`Logs`,
    path: 'logs',
    icon: IconListDetails,
    needs: 'viewer',
    keywords: msg`events live tail export debug errors trace`,
  },
  {
    title: msg`Connectors`,
    path: 'connectors',
    icon: IconPlugConnected,
    needs: 'viewer',
    keywords: msg`splunk webhook syslog opentelemetry otlp s3 siem stream export`,
  },
  {
    title: msg`Keys`,
    path: 'keys',
    icon: IconKey,
    needs: 'viewer',
    keywords: msg`api key client signing rotate jwks scope`,
  },
  {
    title: msg`Authenticators`,
    path: 'authenticators',
    icon: IconFingerprint,
    needs: 'viewer',
    keywords: msg`aaguid block allow list security key`,
  },
  { title: msg`Settings`, path: 'settings', icon: IconSettings, needs: 'viewer', keywords: msg`origins tokens delete` },
  {
    title: msg`Messages`,
    path: 'messages',
    icon: IconMessage2,
    needs: 'viewer',
    keywords: msg`templates texts email sms preview test language`,
  },
  { title: msg`Access`, path: 'access', icon: IconUserShield, needs: 'owner', keywords: msg`members invite roles` },
  { title: msg`Outbox`, path: 'outbox', icon: IconMail, needs: 'developer', keywords: msg`email sms messages codes` },
]

/** The pages of the installation. */
export const installationPlaces: readonly Place[] = [
  { title: msg`Applications`, path: '/', icon: IconApps, needs: 'viewer' },
  { title: msg`Members`, path: '/members', icon: IconUsersGroup, needs: 'owner', keywords: msg`invite roles team` },
  {
    title: msg`Single sign-on`,
    path: '/single-sign-on',
    icon: IconLogin2,
    needs: 'owner',
    keywords: msg`sso oidc openid okta entra google keycloak saml identity provider`,
  },
  {
    title: msg`Directory`,
    path: '/directory',
    icon: IconAddressBook,
    needs: 'owner',
    keywords: msg`scim okta entra provisioning groups sync`,
  },
  { title: msg`Setup check`, path: '/checks', icon: IconStethoscope, needs: 'viewer', keywords: msg`doctor health` },
  { title: msg`Audit log`, path: '/audit', icon: IconHistory, needs: 'owner', keywords: msg`history changes` },
]

/** The path of an application's page. */
export const applicationPath = (applicationId: string, { path }: Pick<Place, 'path'>): string =>
  `/applications/${applicationId}${path === '' ? '' : `/${path}`}`
