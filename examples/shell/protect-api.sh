# #region resource
npx thumbturn resource create demo http://localhost:3000/notes --name Notes \
  --scope notes:read='Read your notes' --scope notes:write='Add and change notes'
# #endregion

# #region client
SECRET=$(npx thumbturn client create demo --id reports --name Reports --type machine \
  --set resources=http://localhost:3000/notes --set scopes=notes:read --json |
  node -p 'JSON.parse(require("fs").readFileSync(0)).secret')
# #endregion

# #region token
curl http://localhost:4300/apps/demo/openid/token -u "reports:$SECRET" \
  -d grant_type=client_credentials -d scope=notes:read \
  -d resource=http://localhost:3000/notes
# #endregion

# #region introspection
npx thumbturn client create demo --id notes-server --name 'Notes server' \
  --type machine --set resources=http://localhost:3000/notes
# #endregion
