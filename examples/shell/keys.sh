KEY_ID=$(npx thumbturn key create shop --name old --json | sed -n 's/.*"id": *"\([^"]*\)".*/\1/p' | head -1)

# #region keys
npx thumbturn key create shop --name backend --scope reg:write --scope user:read
npx thumbturn key create shop --name nightly-import --scope user:write --expires 90d
npx thumbturn key list shop
npx thumbturn key revoke shop "$KEY_ID" # stops working immediately on every node
# #endregion

# #region node-sdk
npx thumbturn key create demo --name backend --scope reg:write --scope user:read --scope passkey:write
# #endregion

# #region proxy
npx thumbturn key create shop --name proxy --scope auth:write --scope reg:write --scope user:read
# #endregion

# #region vouching
npx thumbturn key create shop --name vouching --scope external:verify
# #endregion

KEY_ID=$(npx thumbturn key create thumbturn --name old --json | sed -n 's/.*"id": *"\([^"]*\)".*/\1/p' | head -1)

# #region administrators
npx thumbturn key create thumbturn --name grace
npx thumbturn key list thumbturn
npx thumbturn key revoke thumbturn "$KEY_ID"
# #endregion

# #region admin
npx thumbturn key create thumbturn --name me
curl -H "Authorization: Bearer $THUMBTURN_ADMIN_KEY" http://localhost:4300/admin/v1/applications
# #endregion
