# #region access
npx thumbturn user data shop grace@example.com grace.json
# #endregion

# #region erase
npx thumbturn user delete shop grace@example.com --yes
# #endregion
