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

# #region secrets
npx thumbturn key create demo --name my-app --scope user:read --env > .env
echo "SESSION_SECRET=$(openssl rand -base64 32)" >> .env
# #endregion

# #region page
node --env-file=.env server.js
# #endregion
