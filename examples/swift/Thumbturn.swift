import Foundation

/// Calls an application of Thumbturn; `baseUrl` is its address, such as `https://auth.example.com`.
struct Thumbturn {
    let baseUrl: String
    let appId: String

    /// The service rejected the call; `msgCode` says why.
    struct Rejection: Error, Decodable {
        let msg: String
        let msgCode: String
    }

    func post<Answer: Decodable>(_ path: String, _ body: [String: Any], token: String? = nil) async throws -> Answer {
        let sent = try JSONSerialization.data(withJSONObject: body)
        return try JSONDecoder().decode(Answer.self, from: await call("POST", path, sent, token: token))
    }

    func get<Answer: Decodable>(_ path: String, token: String) async throws -> Answer {
        try JSONDecoder().decode(Answer.self, from: await call("GET", path, token: token))
    }

    func delete(_ path: String, token: String) async throws {
        _ = try await call("DELETE", path, token: token)
    }

    private func call(_ method: String, _ path: String, _ body: Data? = nil, token: String?) async throws -> Data {
        var request = URLRequest(url: URL(string: baseUrl + "/fido2/v2" + path)!)
        request.httpMethod = method
        request.httpBody = body
        if body != nil { request.setValue("application/json", forHTTPHeaderField: "Content-Type") }
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }

        let (data, response) = try await URLSession.shared.data(for: request)
        let status = (response as! HTTPURLResponse).statusCode
        guard status < 400 else {
            let said = try? JSONDecoder().decode(Rejection.self, from: data)
            throw said ?? Rejection(msg: "The service answered \(status)", msgCode: "")
        }
        return data
    }
}

extension Data {
    /// Base64 with `-` and `_` and without padding, as WebAuthn writes bytes in JSON.
    var base64url: String {
        base64EncodedString()
            .replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }

    init?(base64url: String) {
        let plain = base64url
            .replacingOccurrences(of: "-", with: "+")
            .replacingOccurrences(of: "_", with: "/")
        self.init(base64Encoded: plain + String(repeating: "=", count: (4 - plain.count % 4) % 4))
    }
}
