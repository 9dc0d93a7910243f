# #region warnings
npx thumbturn events list shop --severity warning --since 24h
# #endregion

# #region sign-ins
# Sign-ins of one day
npx thumbturn events list shop --type fido2.passkey.auth.success \
  --since 2026-11-19T00:00:00Z --until 2026-11-20T00:00:00Z --limit 99999 --json > sign-ins.json
# #endregion

# #region registrations
npx thumbturn events list shop --type fido2.passkey.reg.success --since 24h
# #endregion

# #region filters
npx thumbturn events list shop --type fido2.passkey --severity warning --limit 20
npx thumbturn events list shop --user 5a6f2d3c-9d1b-4b57-8f0e-1d2c3b4a5968 --json
# #endregion

# #region over-http
curl -H "Authorization: Bearer $THUMBTURN_ADMIN_KEY" \
  "http://localhost:4300/admin/v1/applications/shop/events?type=fido2.passkey&severity=notice&limit=50"
# #endregion
