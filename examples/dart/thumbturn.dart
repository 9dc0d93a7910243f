import 'dart:convert';

import 'package:http/http.dart' as http;

/// The service rejected the call; [code] is its `msgCode`.
class Rejection implements Exception {
  Rejection(this.status, this.code, this.message);

  final int status;
  final String code;
  final String message;

  @override
  String toString() => '$status $code: $message';
}

/// Calls an application of Thumbturn; [baseUrl] is its address, such as `https://auth.example.com`.
class Thumbturn {
  Thumbturn(this.baseUrl, this.appId);

  final String baseUrl;
  final String appId;

  Future<dynamic> call(String method, String path, {Map<String, dynamic>? body, String? token}) async {
    final request = http.Request(method, Uri.parse('$baseUrl/fido2/v2$path'));
    if (token != null) request.headers['Authorization'] = 'Bearer $token';
    if (body != null) {
      request.headers['Content-Type'] = 'application/json';
      request.body = jsonEncode(body);
    }
    final answer = await http.Response.fromStream(await request.send());
    if (answer.statusCode >= 400) throw _rejection(answer);
    return answer.body.isEmpty ? null : jsonDecode(answer.body);
  }

  Rejection _rejection(http.Response answer) {
    try {
      final said = jsonDecode(answer.body) as Map<String, dynamic>;
      return Rejection(answer.statusCode, said['msgCode'] as String, said['msg'] as String);
    } on Object {
      return Rejection(answer.statusCode, '', 'The service answered ${answer.statusCode}');
    }
  }
}
