# #region create
npx thumbturn connector create shop - <<'END'
{
  "name": "Security team",
  "target": { "type": "webhook", "url": "https://example.com/hooks/thumbturn" },
  "filter": { "severity": "notice" }
}
END
# #endregion

# #region splunk
# #region splunk-file
cat > splunk.json <<'END'
{
  "name": "Splunk",
  "target": { "type": "splunk", "url": "https://splunk.example.com:8088", "index": "identity" },
  "secrets": { "token": "6d1f1c0e-3f0a-4f4f-9c55-0d1d6e1a7b21" }
}
END
# #endregion
npx thumbturn connector create shop splunk.json
# #endregion

# #region every-application
for app in $(npx thumbturn app list --json | jq -r '.[].id'); do
  npx thumbturn connector create "$app" splunk.json
done
rm splunk.json
# #endregion

# #region dead-letters
npx thumbturn connector list shop
npx thumbturn connector dead-letters shop "$CONNECTOR"
npx thumbturn connector replay shop "$CONNECTOR"
# #endregion
