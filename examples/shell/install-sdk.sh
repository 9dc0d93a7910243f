# #region pack
npm run pack -- web
# #endregion

# #region install
npm install @thumbturn/web
# #endregion
