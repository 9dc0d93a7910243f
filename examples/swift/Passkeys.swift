import AuthenticationServices
import UIKit

enum PasskeyProblem: Error {
    /// The name has an account: its owner signs in first.
    case signInFirst
    /// There is no passkey to use; the application offers these ways instead.
    case otherWays([String])
}

/// Passkeys of the users of this app. What the ceremonies throw is an `ASAuthorizationError`.
@MainActor
final class Passkeys: NSObject {
    private let service: Thumbturn
    private let window: UIWindow
    private var waiting: CheckedContinuation<ASAuthorization, Error>?

    private let device = ["clientType": "other", "osName": "iOS", "osVersion": UIDevice.current.systemVersion]

    init(service: Thumbturn, window: UIWindow) {
        self.service = service
        self.window = window
    }

    // #region sign-up
    /// Creates the account and its first passkey; with a token of the user, one more.
    func signUp(_ username: String, token: String? = nil) async throws -> String {
        let begun: RegistrationBegun = try await service.post("/reg/init", [
            "app": ["id": service.appId],
            "deviceInfo": device,
            "user": ["username": username],
        ], token: token)
        guard begun.action == "proceed" else { throw PasskeyProblem.signInFirst }

        let options = begun.registrationRequestOptions
        let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: options.rp.id)
        let request = provider.createCredentialRegistrationRequest(
            challenge: Data(base64url: options.challenge)!,
            name: options.user.name,
            userID: Data(base64url: options.user.id)!
        )
        let created = try await perform(request).credential
            as! ASAuthorizationPlatformPublicKeyCredentialRegistration

        let done: SignedIn = try await service.post("/reg/complete", [
            "session": begun.session,
            "creationResult": [
                "credentialId": created.credentialID.base64url,
                "clientDataJSON": created.rawClientDataJSON.base64url,
                "attestationObject": created.rawAttestationObject!.base64url,
            ],
        ])
        return done.jwtAccess
    }

    private struct RegistrationBegun: Decodable {
        let session: String
        let action: String
        let registrationRequestOptions: CreationOptions
    }

    private struct CreationOptions: Decodable {
        let rp: RelyingParty
        let user: User
        let challenge: String
    }

    private struct RelyingParty: Decodable {
        let id: String
    }

    private struct User: Decodable {
        let id: String
        let name: String
    }

    private struct SignedIn: Decodable {
        let jwtAccess: String
    }
    // #endregion

    // #region sign-in
    /// Signs a user in. Without a username, the user chooses among the passkeys of this app.
    func signIn(_ username: String = "") async throws -> String {
        let begun: AuthenticationBegun = try await service.post("/auth/init", [
            "app": ["id": service.appId],
            "deviceInfo": device,
            "user": ["username": username],
        ])
        guard begun.action == "proceed" else {
            throw PasskeyProblem.otherWays(begun.crossAuthMethods + begun.fallbackMethods)
        }
        let signed = try await sign(begun.assertionOptions)

        let done: SignedIn = try await service.post("/auth/complete", [
            "session": begun.session,
            "assertionResult": [
                "credentialId": signed.credentialID.base64url,
                "clientDataJSON": signed.rawClientDataJSON.base64url,
                "authenticatorData": signed.rawAuthenticatorData.base64url,
                "signature": signed.signature.base64url,
                "userHandle": signed.userID.base64url,
            ],
        ])
        return done.jwtAccess
    }

    private struct AuthenticationBegun: Decodable {
        let session: String
        let action: String
        let crossAuthMethods: [String]
        let fallbackMethods: [String]
        let assertionOptions: RequestOptions
    }

    private struct RequestOptions: Decodable {
        let challenge: String
        let rpId: String
        let userVerification: String
        let allowCredentials: [Descriptor]
    }

    private struct Descriptor: Decodable {
        let id: String
    }

    private func sign(_ options: RequestOptions) async throws -> ASAuthorizationPlatformPublicKeyCredentialAssertion {
        let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: options.rpId)
        let request = provider.createCredentialAssertionRequest(challenge: Data(base64url: options.challenge)!)
        request.userVerificationPreference = .init(rawValue: options.userVerification)
        request.allowedCredentials = options.allowCredentials.compactMap { descriptor in
            Data(base64url: descriptor.id).map(ASAuthorizationPlatformPublicKeyCredentialDescriptor.init(credentialID:))
        }
        return try await perform(request).credential as! ASAuthorizationPlatformPublicKeyCredentialAssertion
    }
    // #endregion

    // #region step-up
    /// Lets a user sign a payload, which they have just read; your backend checks the token.
    func confirm(_ payload: String, by username: String, nonce: String) async throws -> String {
        let begun: TransactionBegun = try await service.post("/tx/init", [
            "username": username,
            "txType": "raw",
            "txPayload": payload,
            "nonce": nonce,
        ])
        let signed = try await sign(begun.assertionOptions)

        let done: Confirmed = try await service.post("/tx/complete", [
            "session": begun.session,
            "keyHandle": signed.credentialID.base64url,
            "clientData": signed.rawClientDataJSON.base64url,
            "authenticatorData": signed.rawAuthenticatorData.base64url,
            "signature": signed.signature.base64url,
        ])
        return done.token
    }

    private struct TransactionBegun: Decodable {
        let session: String
        let assertionOptions: RequestOptions
    }

    private struct Confirmed: Decodable {
        let token: String
    }
    // #endregion

    // #region manage
    struct Passkey: Decodable, Identifiable {
        let id: String
        let name: String
        let createdAt: String
    }

    /// The passkeys of whom the token is of, oldest first.
    func list(token: String) async throws -> [Passkey] {
        try await service.get("/passkeys", token: token)
    }

    func delete(_ passkey: Passkey, token: String) async throws {
        try await service.delete("/passkeys/\(passkey.id)", token: token)
    }
    // #endregion

    // #region controller
    private func perform(_ request: ASAuthorizationRequest) async throws -> ASAuthorization {
        try await withCheckedThrowingContinuation { continuation in
            waiting = continuation
            let controller = ASAuthorizationController(authorizationRequests: [request])
            controller.delegate = self
            controller.presentationContextProvider = self
            controller.performRequests()
        }
    }
    // #endregion
}

// #region delegate
extension Passkeys: ASAuthorizationControllerDelegate, ASAuthorizationControllerPresentationContextProviding {
    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor { window }

    func authorizationController(
        controller: ASAuthorizationController,
        didCompleteWithAuthorization authorization: ASAuthorization
    ) {
        waiting?.resume(returning: authorization)
        waiting = nil
    }

    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: Error) {
        waiting?.resume(throwing: error)
        waiting = nil
    }
}
// #endregion
