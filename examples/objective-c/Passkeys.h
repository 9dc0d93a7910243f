#import <AuthenticationServices/AuthenticationServices.h>
#import <UIKit/UIKit.h>
#import "Thumbturn.h"

NS_ASSUME_NONNULL_BEGIN

typedef void (^PasskeyToken)(NSString *_Nullable token, NSError *_Nullable error);

/// Passkeys of the users of this app. Errors are those of ASAuthorizationErrorDomain and of Thumbturn.
@interface Passkeys : NSObject

- (instancetype)initWithService:(Thumbturn *)service window:(UIWindow *)window;

/// Creates the account and its first passkey; with a token of the user, one more.
- (void)signUp:(NSString *)username token:(nullable NSString *)token then:(PasskeyToken)then;

/// Signs a user in. With an empty username, the user chooses among the passkeys of this app.
- (void)signIn:(NSString *)username then:(PasskeyToken)then;

/// Lets a user sign a payload, which they have just read; your backend checks the token.
- (void)confirm:(NSString *)payload by:(NSString *)username nonce:(NSString *)nonce then:(PasskeyToken)then;

/// The passkeys of whom the token is of, oldest first: each with `id`, `name` and `createdAt`.
- (void)listWithToken:(NSString *)token answer:(ThumbturnAnswer)answer;

- (void)deletePasskey:(NSString *)passkeyId token:(NSString *)token answer:(ThumbturnAnswer)answer;

@end

NS_ASSUME_NONNULL_END
