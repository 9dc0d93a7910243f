# #region reports
curl -H "Authorization: Bearer $THUMBTURN_ADMIN_KEY" \
  "http://localhost:4300/admin/v1/applications/shop/analytics/summary?timeZone=Europe/Berlin"
curl -H "Authorization: Bearer $THUMBTURN_ADMIN_KEY" \
  "http://localhost:4300/admin/v1/applications/shop/analytics/authenticators?of=registrations&format=csv"
# #endregion

# #region adoption
curl -H "Authorization: Bearer $THUMBTURN_ADMIN_KEY" \
  "http://localhost:4300/admin/v1/applications/shop/analytics/adoption"
# #endregion

# #region export
curl -H "Authorization: Bearer $THUMBTURN_ADMIN_KEY" \
  "http://localhost:4300/admin/v1/applications/shop/events/export?type=fido2.passkey" > events.jsonl
# #endregion
