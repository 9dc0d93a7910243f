# #region invite
npx thumbturn user create shop lin@example.com --name Lin
npx thumbturn user invite shop lin@example.com
# #endregion
