# #region backup
export THUMBTURN_BACKUP_PASSPHRASE='at least twelve characters'
mkdir -p backups
npx thumbturn backup backups --keep 7
# #endregion
# #region restore
DATA_DIR=restored npx thumbturn restore "$(ls backups/thumbturn-*.backup | tail -n 1)"
# #endregion
