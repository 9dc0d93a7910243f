# #region resource
npx thumbturn resource create wallet http://localhost:4340/mcp \
  --name 'Checkout agent' --scope purchase='Prepare purchases, which you confirm with your passkey'
# #endregion

# #region bridge
npx thumbturn client create wallet --id checkout-bridge --name 'Checkout bridge' \
  --type native --redirect-uri http://127.0.0.1/callback \
  --set resources=http://localhost:4340/mcp
# #endregion
