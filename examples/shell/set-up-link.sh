# #region link
npx thumbturn setup-link
# #endregion
