# #region allow
npx thumbturn app set demo --set clientIdMetadataDocuments=on
curl http://localhost:4300/.well-known/oauth-authorization-server/apps/demo
# #endregion

# #region hosts
npx thumbturn app set demo --set clientIdMetadataHosts=claude.ai,vscode.dev
# #endregion

# #region registration
npx thumbturn app set demo --set dynamicClientRegistration=token
TOKEN=$(npx thumbturn key create demo --name registration --scope client:register --json |
  node -p 'JSON.parse(require("fs").readFileSync(0)).key')
curl http://localhost:4300/apps/demo/openid/register \
  -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \
  -d '{
    "client_name": "Example MCP client",
    "redirect_uris": ["http://127.0.0.1/callback"],
    "application_type": "native",
    "token_endpoint_auth_method": "none",
    "grant_types": ["authorization_code", "refresh_token"]
  }'
# #endregion

# #region off
npx thumbturn app set demo --set clientIdMetadataDocuments=off --set dynamicClientRegistration=off
# #endregion
