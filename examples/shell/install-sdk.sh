npm run build -w @thumbturn/web                            # in the repository
npm install --install-links ../thumbturn/packages/web/dist # in your project
