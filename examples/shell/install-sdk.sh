npm run build -w @thumbturn/web            # in the repository
npm install ../thumbturn/packages/web/dist # in your project
