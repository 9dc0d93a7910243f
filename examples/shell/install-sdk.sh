npm run pack -- web                                            # in the repository
npm install ../thumbturn/dist/packages/thumbturn-web-0.1.0.tgz # in your project
