# #region dry-run
npx thumbturn migrate-schema --dry-run
# #endregion
# #region migrate
npx thumbturn migrate-schema
# #endregion
# #region contract
npx thumbturn migrate-schema --contract
# #endregion
