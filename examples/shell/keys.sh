KEY_ID=$(npm run thumbturn -- key create shop --name old --json | sed -n 's/.*"id": *"\([^"]*\)".*/\1/p' | head -1)

# #region keys
npm run thumbturn -- key create shop --name backend --scope reg:write --scope user:read
npm run thumbturn -- key list shop
npm run thumbturn -- key revoke shop "$KEY_ID" # dead at once, on every node
# #endregion

# #region node-sdk
npm run thumbturn -- key create demo --name backend --scope reg:write --scope user:read --scope passkey:write
# #endregion

# #region proxy
npm run thumbturn -- key create shop --name proxy --scope auth:write --scope reg:write --scope user:read
# #endregion

# #region vouching
npm run thumbturn -- key create shop --name vouching --scope external:verify
# #endregion

KEY_ID=$(npm run thumbturn -- key create thumbturn --name old --json | sed -n 's/.*"id": *"\([^"]*\)".*/\1/p' | head -1)

# #region administrators
npm run thumbturn -- key create thumbturn --name grace
npm run thumbturn -- key list thumbturn
npm run thumbturn -- key revoke thumbturn "$KEY_ID"
# #endregion

# #region admin
npm run thumbturn -- key create thumbturn --name me
curl -H "Authorization: Bearer $THUMBTURN_ADMIN_KEY" http://localhost:4300/admin/v1/applications
# #endregion
