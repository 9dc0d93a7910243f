import type { ClientType } from '@thumbturn/contract/vocabulary/openid-clients.ts'

/** A file or form of the program, and the file in `settings/` that has its content. */
export type ProgramSettings = { place: string; file: string }

/** A program that signs users in with OpenID Connect, and what it needs. `{origin}` is where users reach it. */
export type Program = {
  id: string
  name: string
  /** A library or proxy: users know the program that it is part of by another name. */
  isPart?: true
  /** For one of its servers, as an example. */
  origin: string
  type: ClientType
  redirectUris: readonly string[]
  postLogoutRedirectUris?: readonly string[]
  scopes: readonly string[]
  /** `false`: it sends no code challenge (RFC 7636). */
  requirePkce?: false
  settings: readonly ProgramSettings[]
  /** Facts that its users or its operator must know. */
  notes: readonly string[]
  /** The page that the settings follow. */
  documentation: string
  /** `run`: a sign-in was tried with these settings. `documentation`: they only follow that page. */
  verified: 'run' | 'documentation'
}

const withGroups = ['openid', 'profile', 'email', 'groups'] as const
const withoutGroups = ['openid', 'profile', 'email'] as const
const needsEmail = 'Users need an email address in their account.'

/** In the order of their names. */
export const programs: readonly Program[] = [
  {
    id: 'mod_auth_openidc',
    name: 'Apache (mod_auth_openidc)',
    isPart: true,
    origin: 'https://www.example.com',
    type: 'web',
    redirectUris: ['{origin}/redirect_uri'],
    postLogoutRedirectUris: ['{origin}/'],
    scopes: withGroups,
    settings: [{ place: 'Virtual host', file: 'mod_auth_openidc.conf' }],
    notes: [
      'For members of a group only, replace `Require valid-user` with `Require claim groups:admins`.',
      'The username is in `REMOTE_USER`.',
    ],
    documentation: 'https://github.com/OpenIDC/mod_auth_openidc/blob/master/auth_openidc.conf',
    verified: 'run',
  },
  {
    id: 'argo-cd',
    name: 'Argo CD',
    origin: 'https://argocd.example.com',
    type: 'web',
    redirectUris: ['{origin}/auth/callback'],
    scopes: withGroups,
    requirePkce: false,
    settings: [{ place: 'Shell with kubectl', file: 'argo-cd.sh' }],
    notes: [
      'Give groups their roles in `argocd-rbac-cm`, such as `g, argocd-admins, role:admin`.',
      'For `argocd login --sso`, create a native client with the redirect URI `http://localhost:8085/auth/callback`, and set its ID as `cliClientID` in `oidc.config`.',
    ],
    documentation: 'https://argo-cd.readthedocs.io/en/stable/operator-manual/user-management/',
    verified: 'documentation',
  },
  {
    id: 'django',
    name: 'Django',
    isPart: true,
    origin: 'https://www.example.com',
    type: 'web',
    redirectUris: ['{origin}/oidc/callback/'],
    postLogoutRedirectUris: ['{origin}/'],
    scopes: withGroups,
    settings: [
      { place: 'settings.py', file: 'django-settings.py' },
      { place: 'urls.py', file: 'django-urls.py' },
      { place: 'Environment', file: 'django.env' },
    ],
    notes: ['Needs the package `mozilla-django-oidc` 5.0 or later.', `It finds users by email. ${needsEmail}`],
    documentation: 'https://mozilla-django-oidc.readthedocs.io/en/stable/installation.html',
    verified: 'run',
  },
  {
    id: 'gitea',
    name: 'Gitea or Forgejo',
    origin: 'https://git.example.com',
    type: 'web',
    redirectUris: ['{origin}/user/oauth2/passkey/callback'],
    scopes: withGroups,
    requirePkce: false,
    settings: [{ place: 'Shell', file: 'gitea.sh' }],
    notes: [
      'On Forgejo, the command is `forgejo`. It sends PKCE since version 8, so you can require it.',
      'The name of the source, `passkey`, is part of the redirect URI.',
    ],
    documentation: 'https://docs.gitea.com/administration/command-line',
    verified: 'documentation',
  },
  {
    id: 'gitlab',
    name: 'GitLab',
    origin: 'https://gitlab.example.com',
    type: 'web',
    redirectUris: ['{origin}/users/auth/openid_connect/callback'],
    scopes: withoutGroups,
    settings: [{ place: '/etc/gitlab/gitlab.rb', file: 'gitlab.rb' }],
    notes: ['Then run `gitlab-ctl reconfigure`. An administrator approves new users.', needsEmail],
    documentation: 'https://docs.gitlab.com/administration/auth/oidc/',
    verified: 'documentation',
  },
  {
    id: 'grafana',
    name: 'Grafana',
    origin: 'https://grafana.example.com',
    type: 'web',
    redirectUris: ['{origin}/login/generic_oauth'],
    postLogoutRedirectUris: ['{origin}/login'],
    scopes: withGroups,
    settings: [{ place: 'grafana.ini', file: 'grafana.ini' }],
    notes: ['Members of the group `grafana-admins` become administrators.', needsEmail],
    documentation:
      'https://grafana.com/docs/grafana/latest/setup-grafana/configure-access/configure-authentication/generic-oauth/',
    verified: 'documentation',
  },
  {
    id: 'immich',
    name: 'Immich',
    origin: 'https://photos.example.com',
    type: 'web',
    redirectUris: ['{origin}/auth/login', '{origin}/user-settings', '{origin}/api/oauth/mobile-redirect'],
    scopes: withoutGroups,
    settings: [{ place: 'Configuration file, or Administration > Settings > OAuth', file: 'immich.json' }],
    notes: ['The mobile app returns through the page `/api/oauth/mobile-redirect` of the server.', needsEmail],
    documentation: 'https://docs.immich.app/administration/oauth',
    verified: 'documentation',
  },
  {
    id: 'jellyfin',
    name: 'Jellyfin',
    origin: 'https://media.example.com',
    type: 'web',
    redirectUris: ['{origin}/sso/OID/redirect/passkey'],
    scopes: ['openid', 'profile', 'groups'],
    settings: [{ place: 'Shell', file: 'jellyfin.sh' }],
    notes: [
      'Needs the SSO plugin of 9p4, and an API key in `JELLYFIN_API_KEY`.',
      'Members of the group `jellyfin-admins` become administrators. Users sign in at `/sso/OID/start/passkey`.',
    ],
    documentation: 'https://github.com/9p4/jellyfin-plugin-sso',
    verified: 'documentation',
  },
  {
    id: 'next',
    name: 'Next.js (Auth.js)',
    isPart: true,
    origin: 'https://www.example.com',
    type: 'web',
    redirectUris: ['{origin}/api/auth/callback/passkey'],
    postLogoutRedirectUris: ['{origin}/'],
    scopes: withoutGroups,
    settings: [
      { place: 'auth.ts', file: 'next-auth.ts' },
      { place: 'app/api/auth/[...nextauth]/route.ts', file: 'next-route.ts' },
      { place: '.env.local', file: 'next.env' },
    ],
    notes: ['Needs `next-auth` 5. Run `npx auth secret` once for `AUTH_SECRET`.'],
    documentation: 'https://authjs.dev/guides/configuring-oauth-providers',
    verified: 'run',
  },
  {
    id: 'nextcloud',
    name: 'Nextcloud',
    origin: 'https://cloud.example.com',
    type: 'web',
    redirectUris: ['{origin}/apps/user_oidc/code', '{origin}/index.php/apps/user_oidc/code'],
    postLogoutRedirectUris: ['{origin}/'],
    scopes: withGroups,
    settings: [{ place: 'Shell', file: 'nextcloud.sh' }],
    notes: ['Usernames of the application become usernames of Nextcloud, so they must not change.'],
    documentation: 'https://github.com/nextcloud/user_oidc',
    verified: 'documentation',
  },
  {
    id: 'oauth2-proxy',
    name: 'oauth2-proxy',
    isPart: true,
    origin: 'https://app.example.com',
    type: 'web',
    redirectUris: ['{origin}/oauth2/callback'],
    scopes: withGroups,
    settings: [{ place: 'oauth2-proxy.cfg', file: 'oauth2-proxy.toml' }],
    notes: [
      'Set `OAUTH2_PROXY_COOKIE_SECRET` to the output of `openssl rand -base64 32 | tr -- +/ -_`.',
      'If users have no verified email address, add `oidc_email_claim = "preferred_username"`.',
      'For members of a group only, add `allowed_groups = ["admins"]`.',
    ],
    documentation: 'https://oauth2-proxy.github.io/oauth2-proxy/configuration/providers/openid_connect',
    verified: 'run',
  },
  {
    id: 'portainer',
    name: 'Portainer',
    origin: 'https://portainer.example.com',
    type: 'web',
    redirectUris: ['{origin}'],
    postLogoutRedirectUris: ['{origin}'],
    scopes: withGroups,
    requirePkce: false,
    settings: [{ place: 'Settings > Authentication', file: 'portainer.txt' }],
    notes: ['The redirect URL has no slash at the end.'],
    documentation: 'https://docs.portainer.io/admin/settings/authentication/oauth',
    verified: 'documentation',
  },
  {
    id: 'proxmox',
    name: 'Proxmox VE',
    origin: 'https://pve.example.com:8006',
    type: 'web',
    redirectUris: ['{origin}'],
    scopes: withGroups,
    settings: [{ place: 'Shell of a node', file: 'proxmox.sh' }],
    notes: [
      'New users have no permissions. In Proxmox, a group has the suffix `-passkey`, the name of the realm.',
      'Groups need Proxmox VE 8.4 or later: omit `--groups-claim` before.',
    ],
    documentation: 'https://pve.proxmox.com/pve-docs/chapter-pveum.html',
    verified: 'documentation',
  },
  {
    id: 'spring',
    name: 'Spring Security',
    isPart: true,
    origin: 'https://www.example.com',
    type: 'web',
    redirectUris: ['{origin}/login/oauth2/code/passkey'],
    postLogoutRedirectUris: ['{origin}/'],
    scopes: withoutGroups,
    settings: [
      { place: 'application.yml', file: 'spring.yml' },
      { place: 'Environment', file: 'spring.env' },
    ],
    notes: [
      'Spring Security 7 sends PKCE. For earlier versions, switch off “Require PKCE”, or enable it in the program.',
    ],
    documentation: 'https://docs.spring.io/spring-security/reference/servlet/oauth2/login/core.html',
    verified: 'run',
  },
  {
    id: 'vault',
    name: 'Vault or OpenBao',
    origin: 'https://vault.example.com',
    type: 'web',
    redirectUris: ['{origin}/ui/vault/auth/oidc/oidc/callback', 'http://localhost:8250/oidc/callback'],
    scopes: withGroups,
    settings: [{ place: 'Shell', file: 'vault.sh' }],
    notes: [
      'On OpenBao, the command is `bao`.',
      'The second redirect URI is for `vault login -method=oidc`. Users get the policies of the role and of their groups.',
    ],
    documentation: 'https://developer.hashicorp.com/vault/docs/auth/jwt',
    verified: 'documentation',
  },
]
