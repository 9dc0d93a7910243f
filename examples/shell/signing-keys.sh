# #region rotate
npx thumbturn signing-key rotate shop
npx thumbturn signing-key list shop
# #endregion

KID=$(npx thumbturn signing-key list shop | sed -n 's/^\(\S\+\) \+signing .*/\1/p')

# #region retire
npx thumbturn signing-key retire shop "$KID"
# #endregion
