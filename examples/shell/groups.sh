# #region groups
npx thumbturn group create shop admins --description 'They administer everything' --claims '{"level":9}'
npx thumbturn group add shop admins ada.imported@example.com
npx thumbturn group members shop admins
# #endregion

# #region profile
npx thumbturn user set shop ada.imported@example.com --set name='Ada Lovelace' --claims '{"department":"Engines"}'
npx thumbturn user show shop ada.imported@example.com
# #endregion
