# #region program
npx thumbturn client create demo --id my-program --name 'My program' \
  --redirect-uri http://localhost:3000/callback
# #endregion

# #region notices
npx thumbturn client set demo my-program \
  --set backchannelLogoutUri=http://localhost:3000/backchannel-logout
# #endregion

# #region proxy
npx thumbturn client create demo \
  --id oauth2-proxy --name 'Team wiki' \
  --redirect-uri http://localhost:4180/oauth2/callback
# #endregion

# #region manage
npx thumbturn client list demo
npx thumbturn client show demo my-program
npx thumbturn client set demo my-program --name 'Team wiki' --set consent=skip
# #endregion

# #region groups
npx thumbturn group create demo staff
npx thumbturn client set demo my-program --group staff
# #endregion

# #region brand
npx thumbturn app set demo --set accentColor=#10655a --set cornerRadius=4 --set hostedText='Only for employees of Acme.'
npx thumbturn app set demo --set logoUrl=https://example.com/logo.svg --set privacyUrl=https://example.com/privacy
# #endregion

# #region pages
npx thumbturn app set demo --set hostedSignUp=false
npx thumbturn app set demo --set browserSessionSeconds=86400 --set browserSessionIdleSeconds=3600
# #endregion
