vault auth enable oidc
vault write auth/oidc/config \
  oidc_discovery_url='{issuer}' \
  oidc_client_id='{client_id}' \
  oidc_client_secret='{client_secret}' \
  default_role=passkey
vault write auth/oidc/role/passkey \
  allowed_redirect_uris='{origin}/ui/vault/auth/oidc/oidc/callback' \
  allowed_redirect_uris='http://localhost:8250/oidc/callback' \
  oidc_scopes='profile,email,groups' \
  user_claim=preferred_username \
  groups_claim=groups \
  token_policies=default
