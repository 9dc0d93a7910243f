# #region log-level
curl -X PUT https://example.com/admin/v1/log-level -H "Authorization: $THUMBTURN_ADMIN_KEY" \
  -H 'Content-Type: application/json' -d '{"level":"debug"}'
# #endregion

# #region doctor
npx thumbturn doctor
npx thumbturn doctor --json
# #endregion
