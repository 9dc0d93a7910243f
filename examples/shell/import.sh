# #region check
npx thumbturn import users.jsonl --app shop --dry-run
# #endregion

# #region import
npx thumbturn import users.jsonl --app shop --rejected rejected.jsonl
# #endregion

# #region export
npx thumbturn export export.jsonl --app shop
# #endregion

# #region import-export
npx thumbturn import export.jsonl --app shop
# #endregion

# #region import-over-http
curl -X POST http://localhost:4300/admin/v1/applications/shop/users/import \
  -H "Authorization: Bearer $THUMBTURN_ADMIN_KEY" -H 'Content-Type: application/x-ndjson' \
  --data-binary @users.jsonl
# #endregion

# #region export-over-http
curl -H "Authorization: Bearer $THUMBTURN_ADMIN_KEY" http://localhost:4300/admin/v1/applications/shop/users/export
# #endregion
