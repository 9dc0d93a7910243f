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

# #region secrets
npx thumbturn key create demo --name my-app --scope user:read --env > .env
echo "SESSION_SECRET=$(openssl rand -base64 32)" >> .env
# #endregion

# #region backend
node --env-file=.env server.js
# #endregion

# #region page
npm run dev
# #endregion
