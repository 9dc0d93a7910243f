# #region create
npx create-next-app@latest my-app --yes
cd my-app
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
npm run dev
# #endregion
