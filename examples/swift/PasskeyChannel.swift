import AuthenticationServices
import Flutter

/// Hands the options of the service to AuthenticationServices, and its answer back to Dart: JSON both ways.
/// Make one in your AppDelegate, with the controller of the Flutter window, and keep it.
final class PasskeyChannel: NSObject {
    private let channel: FlutterMethodChannel
    private let window: UIWindow
    private var waiting: FlutterResult?

    init(controller: FlutterViewController, window: UIWindow) {
        channel = FlutterMethodChannel(name: "passkeys", binaryMessenger: controller.binaryMessenger)
        self.window = window
        super.init()
        channel.setMethodCallHandler { [unowned self] call, result in
            let json = Data((call.arguments as! String).utf8)
            let options = try! JSONSerialization.jsonObject(with: json) as! [String: Any]
            waiting = result
            let request = call.method == "create" ? creation(options) : assertion(options)
            let controller = ASAuthorizationController(authorizationRequests: [request])
            controller.delegate = self
            controller.presentationContextProvider = self
            controller.performRequests()
        }
    }

    private func creation(_ options: [String: Any]) -> ASAuthorizationRequest {
        let rp = options["rp"] as! [String: String]
        let user = options["user"] as! [String: String]
        return ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: rp["id"]!)
            .createCredentialRegistrationRequest(
                challenge: Data(base64url: options["challenge"] as! String)!,
                name: user["name"]!,
                userID: Data(base64url: user["id"]!)!
            )
    }

    private func assertion(_ options: [String: Any]) -> ASAuthorizationRequest {
        let rpId = options["rpId"] as! String
        let request = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: rpId)
            .createCredentialAssertionRequest(challenge: Data(base64url: options["challenge"] as! String)!)
        request.userVerificationPreference = .init(rawValue: options["userVerification"] as! String)
        request.allowedCredentials = (options["allowCredentials"] as! [[String: Any]]).compactMap { descriptor in
            Data(base64url: descriptor["id"] as! String)
                .map(ASAuthorizationPlatformPublicKeyCredentialDescriptor.init(credentialID:))
        }
        return request
    }

    private func answer(_ id: Data, _ response: [String: String]) {
        let credential: [String: Any] = ["id": id.base64url, "response": response]
        let json = try! JSONSerialization.data(withJSONObject: credential)
        waiting?(String(decoding: json, as: UTF8.self))
        waiting = nil
    }
}

extension PasskeyChannel: ASAuthorizationControllerDelegate, ASAuthorizationControllerPresentationContextProviding {
    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor { window }

    func authorizationController(
        controller: ASAuthorizationController,
        didCompleteWithAuthorization authorization: ASAuthorization
    ) {
        switch authorization.credential {
        case let created as ASAuthorizationPlatformPublicKeyCredentialRegistration:
            answer(created.credentialID, [
                "clientDataJSON": created.rawClientDataJSON.base64url,
                "attestationObject": created.rawAttestationObject!.base64url,
            ])
        case let signed as ASAuthorizationPlatformPublicKeyCredentialAssertion:
            answer(signed.credentialID, [
                "clientDataJSON": signed.rawClientDataJSON.base64url,
                "authenticatorData": signed.rawAuthenticatorData.base64url,
                "signature": signed.signature.base64url,
                "userHandle": signed.userID.base64url,
            ])
        default:
            break
        }
    }

    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: Error) {
        let code = (error as? ASAuthorizationError)?.code.rawValue ?? 0
        waiting?(FlutterError(code: String(code), message: error.localizedDescription, details: nil))
        waiting = nil
    }
}
