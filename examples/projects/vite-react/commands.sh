# #region create
npm create vite@latest my-app -- --template react-ts --no-interactive
cd my-app
# #endregion

# #region install
npm install @thumbturn/web @thumbturn/node express
npm install --save-dev thumbturn
# #endregion

# #region service
npx thumbturn dev
# #endregion

# #region allow
npx thumbturn app set demo --add-origin http://localhost:5173
# #endregion

# #region backend
node server.js
# #endregion

# #region page
npm run dev
# #endregion
