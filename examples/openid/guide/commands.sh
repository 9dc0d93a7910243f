# #region install
npm init -y && npm pkg set type=module
npm install thumbturn @thumbturn/node openid-client
# #endregion

# #region service
npx thumbturn dev
# #endregion

# #region secret
echo "SESSION_SECRET=$(openssl rand -base64 32)" >> .env
# #endregion

# #region program
node --env-file=.env server.js
# #endregion

# #region service-with-notices
CONNECTOR_NETWORKS=127.0.0.0/8,::1/128 npx thumbturn dev
# #endregion

# #region install-proxy
go install github.com/oauth2-proxy/oauth2-proxy/v7@v7.15.6
# #endregion

# #region app
node app.js
# #endregion

# #region proxy
export OAUTH2_PROXY_CLIENT_SECRET='<the client secret>'
export OAUTH2_PROXY_COOKIE_SECRET="$(openssl rand -base64 32 | tr -- +/ -_)"
oauth2-proxy --config oauth2-proxy.cfg
# #endregion
