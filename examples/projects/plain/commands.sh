# #region create
mkdir my-app && cd my-app && npm init -y && npm pkg set type=module
# #endregion

# #region install
npm install @thumbturn/web @thumbturn/node
npm install --save-dev thumbturn
# #endregion

# #region service
npx thumbturn dev
# #endregion

# #region allow
npx thumbturn app set demo --add-origin http://localhost:3000
# #endregion

# #region page
node server.js
# #endregion
