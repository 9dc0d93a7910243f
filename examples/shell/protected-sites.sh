# #region create
npx thumbturn site create shop wiki.example.com \
  --name Wiki --group staff
# #endregion

# #region rules
npx thumbturn site set shop wiki.example.com \
  --rule 'GET /assets/* public' \
  --rule '/admin/* groups admins,ops' \
  --rule '/metrics deny' \
  --rule '/* signedIn'
# #endregion

# #region claims
npx thumbturn site set shop wiki.example.com --set identityClaims=groups
# #endregion

# #region delete
npx thumbturn site delete shop wiki.example.com --yes
# #endregion
