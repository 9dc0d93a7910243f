# #region grant
curl -X POST http://localhost:4300/apps/demo/fido2/v2/mgmt/grant \
  -u "$THUMBTURN_API_KEY:" \
  -H 'Content-Type: application/json' \
  -d '{ "username": "ada@example.com", "grants": ["reg:write"] }'
# #endregion

# #region discover
curl -X POST http://localhost:4300/apps/demo/fido2/v2/mgmt/discover \
  -H "Authorization: Bearer $THUMBTURN_API_KEY" \
  -H 'Content-Type: application/json' \
  -d '{ "user": { "username": "ada@example.com" }, "userAgent": "Mozilla/5.0 …" }'
# #endregion

# #region verify
curl -i -X POST http://localhost:4300/apps/demo/fido2/v2/mgmt/token/verify \
  -H "Authorization: Bearer $THUMBTURN_API_KEY" \
  -H 'Content-Type: application/json' \
  -d "{ \"jwtAccess\": \"$TOKEN\" }"
# #endregion

# #region transaction
curl -H "Authorization: Bearer $THUMBTURN_API_KEY" \
  "http://localhost:4300/apps/demo/fido2/v2/mgmt/transactions/$TX_ID"
# #endregion

# #region blacklist
curl -X POST http://localhost:4300/apps/demo/fido2/v2/mgmt/aaguids/blacklist \
  -H "Authorization: Bearer $THUMBTURN_API_KEY" -H 'Content-Type: application/json' \
  -d '{ "items": [{ "aaguid": "fbfc3007-154e-4ecc-8c0b-6e020557d7bd", "auth": false, "reg": true }] }'
# #endregion

# #region external-auth
curl -X POST http://localhost:4300/apps/demo/fido2/v2/mgmt/grant/external-auth \
  -H "Authorization: Bearer $THUMBTURN_API_KEY" \
  -H 'Content-Type: application/json' \
  -d '{ "username": "ada@example.com" }'
# #endregion
