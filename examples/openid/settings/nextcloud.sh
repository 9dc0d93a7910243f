php occ app:install user_oidc
php occ user_oidc:provider passkey \
  --clientid='{client_id}' \
  --clientsecret='{client_secret}' \
  --discoveryuri='{issuer}/.well-known/openid-configuration' \
  --scope='openid profile email groups' \
  --unique-uid=0 \
  --mapping-uid=preferred_username \
  --mapping-display-name=name \
  --mapping-email=email \
  --mapping-groups=groups \
  --group-provisioning=1
