# #region create
npx sv create my-app --template minimal --types ts --no-add-ons --no-install
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
npx thumbturn app set demo --add-origin http://localhost:5173
# #endregion

# #region secrets
npx thumbturn key create demo --name my-app --scope user:read --env > .env
echo "SESSION_SECRET=$(openssl rand -base64 32)" >> .env
# #endregion

# #region page
npm run dev
# #endregion
