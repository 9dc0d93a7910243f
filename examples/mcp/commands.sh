# #region create
mkdir my-app && cd my-app && npm init -y && npm pkg set type=module
# #endregion

# #region install
npm install @thumbturn/node @modelcontextprotocol/server @modelcontextprotocol/node @modelcontextprotocol/express express zod
npm install @modelcontextprotocol/client
npm install --save-dev thumbturn
# #endregion

# #region service
npx thumbturn dev
# #endregion

# #region resource
npx thumbturn resource create demo http://localhost:3000/mcp \
  --name Notes --scope notes='Read and add notes'
# #endregion

# #region client
npx thumbturn client create demo --id my-assistant --name 'My assistant' \
  --type native --redirect-uri http://127.0.0.1/callback \
  --set resources=http://localhost:3000/mcp
# #endregion

# #region server
node server.js
# #endregion

# #region try
curl -i http://localhost:3000/mcp
curl http://localhost:3000/.well-known/oauth-protected-resource/mcp
# #endregion

# #region assistant
node assistant.js
# #endregion

# #region introspection
npx thumbturn client create demo --id notes-server --name 'Notes server' \
  --type machine --set resources=http://localhost:3000/mcp
# #endregion
