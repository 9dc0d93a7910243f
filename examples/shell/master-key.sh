# #region folder
npx thumbturn master-key rotate
# #endregion
# #region finish
npx thumbturn master-key finish
# #endregion
# #region given
openssl rand -base64 32 | tr '+/' '-_' | tr -d '=\n' > next-master-key
npx thumbturn master-key rotate --key-file next-master-key
# #endregion
# #region finish-given
THUMBTURN_MASTER_KEY=$(cat next-master-key) npx thumbturn master-key finish
# #endregion
