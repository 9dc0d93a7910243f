# #region access
npx thumbturn user show shop grace@example.com --json > user.json
npx thumbturn events list shop --user 5a6f2d3c-9d1b-4b57-8f0e-1d2c3b4a5968 --limit 99999 --json > events.json
# #endregion

# #region erase
npx thumbturn user delete shop grace@example.com --yes
# #endregion
