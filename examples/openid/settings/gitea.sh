gitea admin auth add-oauth \
  --name passkey \
  --provider openidConnect \
  --key '{client_id}' \
  --secret '{client_secret}' \
  --auto-discover-url '{issuer}/.well-known/openid-configuration' \
  --scopes 'openid profile email groups' \
  --group-claim-name groups
