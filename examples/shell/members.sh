# #region invite
npx thumbturn member invite --role viewer --role shop=developer
# #endregion

# #region change
npx thumbturn member list
npx thumbturn member role grace developer
npx thumbturn member remove grace --yes
# #endregion

# #region links
npx thumbturn member links ada
# #endregion

# #region recover
npx thumbturn member recover ada
# #endregion
