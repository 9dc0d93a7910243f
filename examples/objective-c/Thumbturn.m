#import "Thumbturn.h"

NSString *const ThumbturnMsgCode = @"ThumbturnMsgCode";

@implementation Thumbturn {
    NSString *_baseUrl;
}

- (instancetype)initWithBaseUrl:(NSString *)baseUrl appId:(NSString *)appId {
    if ((self = [super init])) {
        _baseUrl = [baseUrl copy];
        _appId = [appId copy];
    }
    return self;
}

- (void)call:(NSString *)method
        path:(NSString *)path
        body:(NSDictionary *)body
       token:(NSString *)token
      answer:(ThumbturnAnswer)answer {
    NSString *address = [NSString stringWithFormat:@"%@/fido2/v2%@", _baseUrl, path];
    NSMutableURLRequest *request = [NSMutableURLRequest requestWithURL:[NSURL URLWithString:address]];
    request.HTTPMethod = method;
    if (body) {
        request.HTTPBody = [NSJSONSerialization dataWithJSONObject:body options:0 error:nil];
        [request setValue:@"application/json" forHTTPHeaderField:@"Content-Type"];
    }
    if (token) {
        NSString *bearer = [@"Bearer " stringByAppendingString:token];
        [request setValue:bearer forHTTPHeaderField:@"Authorization"];
    }
    NSURLSessionDataTask *task = [NSURLSession.sharedSession
        dataTaskWithRequest:request
          completionHandler:^(NSData *data, NSURLResponse *response, NSError *error) {
              NSInteger status = ((NSHTTPURLResponse *)response).statusCode;
              id said = data.length > 0 ? [NSJSONSerialization JSONObjectWithData:data options:0 error:nil] : nil;
              NSError *problem = error ?: (status >= 400 ? [self rejection:said status:status] : nil);
              dispatch_async(dispatch_get_main_queue(), ^{
                  answer(problem ? nil : said, problem);
              });
          }];
    [task resume];
}

- (NSError *)rejection:(id)said status:(NSInteger)status {
    NSDictionary *rejection = [said isKindOfClass:NSDictionary.class] ? said : @{};
    NSDictionary *details = @{
        NSLocalizedDescriptionKey : rejection[@"msg"] ?: @"The service rejected the call",
        ThumbturnMsgCode : rejection[@"msgCode"] ?: @"",
    };
    return [NSError errorWithDomain:@"Thumbturn" code:status userInfo:details];
}

@end

@implementation NSData (Base64url)

- (NSString *)base64url {
    NSString *text = [self base64EncodedStringWithOptions:0];
    text = [text stringByReplacingOccurrencesOfString:@"+" withString:@"-"];
    text = [text stringByReplacingOccurrencesOfString:@"/" withString:@"_"];
    return [text stringByReplacingOccurrencesOfString:@"=" withString:@""];
}

+ (NSData *)dataWithBase64url:(NSString *)text {
    NSString *plain = [text stringByReplacingOccurrencesOfString:@"-" withString:@"+"];
    plain = [plain stringByReplacingOccurrencesOfString:@"_" withString:@"/"];
    NSUInteger length = (plain.length + 3) / 4 * 4;
    plain = [plain stringByPaddingToLength:length withString:@"=" startingAtIndex:0];
    return [[NSData alloc] initWithBase64EncodedString:plain options:0];
}

@end
