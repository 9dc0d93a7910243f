import 'dart:convert';
import 'dart:io';

import 'package:flutter/services.dart';

import 'thumbturn.dart';

/// The name has an account: its owner signs in first.
class SignInFirst implements Exception {}

/// There is no passkey to use; the application offers [ways] instead.
class OtherWays implements Exception {
  OtherWays(this.ways);

  final List<String> ways;
}

/// Passkeys of the users of this app. The ceremonies run in the platform's code behind the channel.
class Passkeys {
  Passkeys(this.service);

  final Thumbturn service;
  static const _channel = MethodChannel('passkeys');

  // #region sign-up
  /// Creates the account and its first passkey; with a token of the user, one more.
  Future<String> signUp(String username, {String? token}) async {
    final begun = await service.call('POST', '/reg/init', body: {
      'app': {'id': service.appId},
      'deviceInfo': {'clientType': 'other', 'osName': Platform.operatingSystem},
      'user': {'username': username},
    }, token: token);
    if (begun['action'] != 'proceed') throw SignInFirst();

    final credential = await _perform('create', begun['registrationRequestOptions']);
    final response = credential['response'] as Map<String, dynamic>;

    final done = await service.call('POST', '/reg/complete', body: {
      'session': begun['session'],
      'creationResult': {
        'credentialId': credential['id'],
        'clientDataJSON': response['clientDataJSON'],
        'attestationObject': response['attestationObject'],
      },
    });
    return done['jwtAccess'] as String;
  }
  // #endregion

  // #region sign-in
  /// Signs a user in. Without a username, the user chooses among the passkeys of this app.
  Future<String> signIn([String username = '']) async {
    final begun = await service.call('POST', '/auth/init', body: {
      'app': {'id': service.appId},
      'deviceInfo': {'clientType': 'other', 'osName': Platform.operatingSystem},
      'user': {'username': username},
    });
    if (begun['action'] != 'proceed') {
      throw OtherWays([...begun['crossAuthMethods'], ...begun['fallbackMethods']]);
    }

    final credential = await _perform('get', begun['assertionOptions']);
    final response = credential['response'] as Map<String, dynamic>;

    final done = await service.call('POST', '/auth/complete', body: {
      'session': begun['session'],
      'assertionResult': {
        'credentialId': credential['id'],
        'clientDataJSON': response['clientDataJSON'],
        'authenticatorData': response['authenticatorData'],
        'signature': response['signature'],
        if (response['userHandle'] != null) 'userHandle': response['userHandle'],
      },
    });
    return done['jwtAccess'] as String;
  }

  Future<Map<String, dynamic>> _perform(String method, Object options) async {
    final answer = await _channel.invokeMethod<String>(method, jsonEncode(options));
    return jsonDecode(answer!) as Map<String, dynamic>;
  }
  // #endregion

  // #region step-up
  /// Lets a user sign [payload], which they have just read; your backend checks the token.
  Future<String> confirm(String username, String payload, String nonce) async {
    final begun = await service.call('POST', '/tx/init', body: {
      'username': username,
      'txType': 'raw',
      'txPayload': payload,
      'nonce': nonce,
    });
    final credential = await _perform('get', begun['assertionOptions']);
    final response = credential['response'] as Map<String, dynamic>;

    final done = await service.call('POST', '/tx/complete', body: {
      'session': begun['session'],
      'keyHandle': credential['id'],
      'clientData': response['clientDataJSON'],
      'authenticatorData': response['authenticatorData'],
      'signature': response['signature'],
    });
    return done['token'] as String;
  }
  // #endregion

  // #region manage
  /// The passkeys of whom the token is of, oldest first: each with `id`, `name` and `createdAt`.
  Future<List<dynamic>> list(String token) async => await service.call('GET', '/passkeys', token: token);

  Future<void> delete(String id, String token) => service.call('DELETE', '/passkeys/$id', token: token);
  // #endregion
}
