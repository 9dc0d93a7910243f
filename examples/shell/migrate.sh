npx thumbturn migrate --to sqlite:./moved.db
