#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN

/// The `msgCode` of a rejection, in the `userInfo` of an error whose code is the HTTP status.
extern NSString *const ThumbturnMsgCode;

typedef void (^ThumbturnAnswer)(id _Nullable said, NSError *_Nullable error);

/// Calls an application of Thumbturn; `baseUrl` is its address, such as `https://auth.example.com`.
@interface Thumbturn : NSObject

@property (nonatomic, readonly) NSString *appId;

- (instancetype)initWithBaseUrl:(NSString *)baseUrl appId:(NSString *)appId;

/// Answers on the main queue with what the service said, as dictionaries and arrays.
- (void)call:(NSString *)method
        path:(NSString *)path
        body:(nullable NSDictionary *)body
       token:(nullable NSString *)token
      answer:(ThumbturnAnswer)answer;

@end

@interface NSData (Base64url)

/// Base64 with `-` and `_` and without padding, as WebAuthn writes bytes in JSON.
- (NSString *)base64url;
+ (NSData *)dataWithBase64url:(NSString *)text;

@end

NS_ASSUME_NONNULL_END
