curl --fail-with-body -X POST "{origin}/sso/OID/Add/passkey?api_key=$JELLYFIN_API_KEY" \
  -H 'content-type: application/json' \
  --data-binary @- <<'JSON'
{
  "oidEndpoint": "{issuer}",
  "oidClientId": "{client_id}",
  "oidSecret": "{client_secret}",
  "enabled": true,
  "enableAuthorization": true,
  "enableAllFolders": true,
  "enabledFolders": [],
  "roles": [],
  "adminRoles": ["jellyfin-admins"],
  "roleClaim": "groups",
  "oidScopes": ["groups"]
}
JSON
