# #region pack
npm run pack -- native
# #endregion

# #region install
npm install @thumbturn/native
# #endregion

# #region pack-expo
npm run pack -- native thumbturn
# #endregion
