#import "Passkeys.h"

typedef void (^Performed)(id _Nullable credential, NSError *_Nullable error);

@interface Passkeys () <ASAuthorizationControllerDelegate, ASAuthorizationControllerPresentationContextProviding>
@end

@implementation Passkeys {
    Thumbturn *_service;
    UIWindow *_window;
    Performed _waiting;
}

- (instancetype)initWithService:(Thumbturn *)service window:(UIWindow *)window {
    if ((self = [super init])) {
        _service = service;
        _window = window;
    }
    return self;
}

// #region sign-up
- (void)signUp:(NSString *)username token:(NSString *)token then:(PasskeyToken)then {
    NSDictionary *body = @{
        @"app" : @{@"id" : _service.appId},
        @"deviceInfo" : [self device],
        @"user" : @{@"username" : username},
    };
    [_service call:@"POST" path:@"/reg/init" body:body token:token answer:^(NSDictionary *begun, NSError *error) {
        if (error) return then(nil, error);
        if (![begun[@"action"] isEqual:@"proceed"]) return then(nil, [self problem:@"Sign in first"]);
        [self create:begun[@"registrationRequestOptions"]
                then:^(ASAuthorizationPlatformPublicKeyCredentialRegistration *created, NSError *error) {
                    if (error) return then(nil, error);
                    [self registered:created session:begun[@"session"] then:then];
                }];
    }];
}

- (void)create:(NSDictionary *)options then:(Performed)then {
    ASAuthorizationPlatformPublicKeyCredentialProvider *provider =
        [[ASAuthorizationPlatformPublicKeyCredentialProvider alloc]
            initWithRelyingPartyIdentifier:options[@"rp"][@"id"]];
    ASAuthorizationRequest *request =
        [provider createCredentialRegistrationRequestWithChallenge:[NSData dataWithBase64url:options[@"challenge"]]
                                                              name:options[@"user"][@"name"]
                                                            userID:[NSData dataWithBase64url:options[@"user"][@"id"]]];
    [self perform:request then:then];
}

- (void)registered:(ASAuthorizationPlatformPublicKeyCredentialRegistration *)created
           session:(NSString *)session
              then:(PasskeyToken)then {
    NSDictionary *body = @{
        @"session" : session,
        @"creationResult" : @{
            @"credentialId" : created.credentialID.base64url,
            @"clientDataJSON" : created.rawClientDataJSON.base64url,
            @"attestationObject" : created.rawAttestationObject.base64url,
        },
    };
    [_service call:@"POST" path:@"/reg/complete" body:body token:nil answer:^(NSDictionary *done, NSError *error) {
        then(done[@"jwtAccess"], error);
    }];
}
// #endregion

// #region sign-in
- (void)signIn:(NSString *)username then:(PasskeyToken)then {
    NSDictionary *body = @{
        @"app" : @{@"id" : _service.appId},
        @"deviceInfo" : [self device],
        @"user" : @{@"username" : username},
    };
    [_service call:@"POST" path:@"/auth/init" body:body token:nil answer:^(NSDictionary *begun, NSError *error) {
        if (error) return then(nil, error);
        // begun[@"crossAuthMethods"] and begun[@"fallbackMethods"] say what to offer instead.
        if (![begun[@"action"] isEqual:@"proceed"]) return then(nil, [self problem:@"No passkey to use"]);
        [self sign:begun[@"assertionOptions"]
              then:^(ASAuthorizationPlatformPublicKeyCredentialAssertion *assertion, NSError *error) {
                  if (error) return then(nil, error);
                  [self signedIn:assertion session:begun[@"session"] then:then];
              }];
    }];
}

- (void)sign:(NSDictionary *)options then:(Performed)then {
    ASAuthorizationPlatformPublicKeyCredentialProvider *provider =
        [[ASAuthorizationPlatformPublicKeyCredentialProvider alloc]
            initWithRelyingPartyIdentifier:options[@"rpId"]];
    ASAuthorizationPlatformPublicKeyCredentialAssertionRequest *request =
        [provider createCredentialAssertionRequestWithChallenge:[NSData dataWithBase64url:options[@"challenge"]]];
    request.userVerificationPreference = options[@"userVerification"];
    NSMutableArray *allowed = [NSMutableArray array];
    for (NSDictionary *descriptor in options[@"allowCredentials"]) {
        NSData *credentialID = [NSData dataWithBase64url:descriptor[@"id"]];
        [allowed addObject:[[ASAuthorizationPlatformPublicKeyCredentialDescriptor alloc]
                               initWithCredentialID:credentialID]];
    }
    request.allowedCredentials = allowed;
    [self perform:request then:then];
}

- (void)signedIn:(ASAuthorizationPlatformPublicKeyCredentialAssertion *)assertion
         session:(NSString *)session
            then:(PasskeyToken)then {
    NSDictionary *body = @{
        @"session" : session,
        @"assertionResult" : @{
            @"credentialId" : assertion.credentialID.base64url,
            @"clientDataJSON" : assertion.rawClientDataJSON.base64url,
            @"authenticatorData" : assertion.rawAuthenticatorData.base64url,
            @"signature" : assertion.signature.base64url,
            @"userHandle" : assertion.userID.base64url,
        },
    };
    [_service call:@"POST" path:@"/auth/complete" body:body token:nil answer:^(NSDictionary *done, NSError *error) {
        then(done[@"jwtAccess"], error);
    }];
}
// #endregion

// #region step-up
- (void)confirm:(NSString *)payload by:(NSString *)username nonce:(NSString *)nonce then:(PasskeyToken)then {
    NSDictionary *body = @{
        @"username" : username,
        @"txType" : @"raw",
        @"txPayload" : payload,
        @"nonce" : nonce,
    };
    [_service call:@"POST" path:@"/tx/init" body:body token:nil answer:^(NSDictionary *begun, NSError *error) {
        if (error) return then(nil, error);
        [self sign:begun[@"assertionOptions"]
              then:^(ASAuthorizationPlatformPublicKeyCredentialAssertion *assertion, NSError *error) {
                  if (error) return then(nil, error);
                  [self confirmed:assertion session:begun[@"session"] then:then];
              }];
    }];
}

- (void)confirmed:(ASAuthorizationPlatformPublicKeyCredentialAssertion *)assertion
          session:(NSString *)session
             then:(PasskeyToken)then {
    NSDictionary *body = @{
        @"session" : session,
        @"keyHandle" : assertion.credentialID.base64url,
        @"clientData" : assertion.rawClientDataJSON.base64url,
        @"authenticatorData" : assertion.rawAuthenticatorData.base64url,
        @"signature" : assertion.signature.base64url,
    };
    [_service call:@"POST" path:@"/tx/complete" body:body token:nil answer:^(NSDictionary *done, NSError *error) {
        then(done[@"token"], error);
    }];
}
// #endregion

// #region manage
- (void)listWithToken:(NSString *)token answer:(ThumbturnAnswer)answer {
    [_service call:@"GET" path:@"/passkeys" body:nil token:token answer:answer];
}

- (void)deletePasskey:(NSString *)passkeyId token:(NSString *)token answer:(ThumbturnAnswer)answer {
    NSString *path = [@"/passkeys/" stringByAppendingString:passkeyId];
    [_service call:@"DELETE" path:path body:nil token:token answer:answer];
}
// #endregion

// #region controller
- (void)perform:(ASAuthorizationRequest *)request then:(Performed)then {
    _waiting = then;
    ASAuthorizationController *controller =
        [[ASAuthorizationController alloc] initWithAuthorizationRequests:@[ request ]];
    controller.delegate = self;
    controller.presentationContextProvider = self;
    [controller performRequests];
}

- (ASPresentationAnchor)presentationAnchorForAuthorizationController:(ASAuthorizationController *)controller {
    return _window;
}

- (void)authorizationController:(ASAuthorizationController *)controller
    didCompleteWithAuthorization:(ASAuthorization *)authorization {
    _waiting(authorization.credential, nil);
}

- (void)authorizationController:(ASAuthorizationController *)controller didCompleteWithError:(NSError *)error {
    _waiting(nil, error);
}
// #endregion

- (NSDictionary *)device {
    return @{@"clientType" : @"other", @"osName" : @"iOS", @"osVersion" : UIDevice.currentDevice.systemVersion};
}

- (NSError *)problem:(NSString *)what {
    return [NSError errorWithDomain:@"Passkeys" code:0 userInfo:@{NSLocalizedDescriptionKey : what}];
}

@end
