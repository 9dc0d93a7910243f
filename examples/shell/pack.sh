npm run pack -- web node thumbturn
