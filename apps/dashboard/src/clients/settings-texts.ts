import argoCd from '@thumbturn/examples/openid/settings/argo-cd.sh?raw'
import djangoEnv from '@thumbturn/examples/openid/settings/django.env?raw'
import djangoSettings from '@thumbturn/examples/openid/settings/django-settings.py?raw'
import djangoUrls from '@thumbturn/examples/openid/settings/django-urls.py?raw'
import gitea from '@thumbturn/examples/openid/settings/gitea.sh?raw'
import gitlab from '@thumbturn/examples/openid/settings/gitlab.rb?raw'
import grafana from '@thumbturn/examples/openid/settings/grafana.ini?raw'
import immich from '@thumbturn/examples/openid/settings/immich.json?raw'
import jellyfin from '@thumbturn/examples/openid/settings/jellyfin.sh?raw'
import apache from '@thumbturn/examples/openid/settings/mod_auth_openidc.conf?raw'
import nextEnv from '@thumbturn/examples/openid/settings/next.env?raw'
import nextAuth from '@thumbturn/examples/openid/settings/next-auth.ts?raw'
import nextRoute from '@thumbturn/examples/openid/settings/next-route.ts?raw'
import nextcloud from '@thumbturn/examples/openid/settings/nextcloud.sh?raw'
import oauth2Proxy from '@thumbturn/examples/openid/settings/oauth2-proxy.toml?raw'
import portainer from '@thumbturn/examples/openid/settings/portainer.txt?raw'
import proxmox from '@thumbturn/examples/openid/settings/proxmox.sh?raw'
import springEnv from '@thumbturn/examples/openid/settings/spring.env?raw'
import spring from '@thumbturn/examples/openid/settings/spring.yml?raw'
import vault from '@thumbturn/examples/openid/settings/vault.sh?raw'

/** The settings of programs by file, with placeholders. */
export const settingsTexts: Readonly<Record<string, string>> = {
  'argo-cd.sh': argoCd,
  'django-settings.py': djangoSettings,
  'django-urls.py': djangoUrls,
  'django.env': djangoEnv,
  'gitea.sh': gitea,
  'gitlab.rb': gitlab,
  'grafana.ini': grafana,
  'immich.json': immich,
  'jellyfin.sh': jellyfin,
  'mod_auth_openidc.conf': apache,
  'next-auth.ts': nextAuth,
  'next-route.ts': nextRoute,
  'next.env': nextEnv,
  'nextcloud.sh': nextcloud,
  'oauth2-proxy.toml': oauth2Proxy,
  'portainer.txt': portainer,
  'proxmox.sh': proxmox,
  'spring.env': springEnv,
  'spring.yml': spring,
  'vault.sh': vault,
}
