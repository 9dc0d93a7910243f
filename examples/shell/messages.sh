# #region change
curl -X PUT -H "Authorization: Bearer $THUMBTURN_ADMIN_KEY" -H "Content-Type: application/json" \
  -d '{"texts":{"subject":"{code} is your code for {app}","short":"{app}: {code}, for {minutes} minutes"}}' \
  "http://localhost:4300/admin/v1/applications/shop/message-templates/code/en-US"
# #endregion

# #region test
curl -H "Authorization: Bearer $THUMBTURN_ADMIN_KEY" -H "Content-Type: application/json" \
  -d '{"texts":{"subject":"{code} is your code for {app}"},"channel":"email","to":"ada@example.com"}' \
  "http://localhost:4300/admin/v1/applications/shop/message-templates/code/en-US/test"
# #endregion

# #region reset
curl -X DELETE -H "Authorization: Bearer $THUMBTURN_ADMIN_KEY" \
  "http://localhost:4300/admin/v1/applications/shop/message-templates/code/en-US"
# #endregion
