npx thumbturn app create shop --rp-id example.com --origin https://www.example.com \
  --set registrationRequiresToken=true
npx thumbturn key create shop --name backend --scope reg:write --scope user:read
