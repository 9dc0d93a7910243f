<?php

declare(strict_types=1);

use Firebase\JWT\CachedKeySet;
use Firebase\JWT\JWT;
use GuzzleHttp\Client;
use GuzzleHttp\Psr7\HttpFactory;
use Symfony\Component\Cache\Adapter\FilesystemAdapter;

/** Returns the user ID. Throws UnexpectedValueException if the token isn't valid. */
function verifyToken(string $token): string
{
    $baseUrl = getenv('THUMBTURN_URL') ?: 'http://localhost:4300/apps/demo';
    // All processes share the keys for five minutes. An unknown key ID causes
    // another fetch, at most ten times a minute.
    $keys = new CachedKeySet(
        "$baseUrl/fido2/v2/.well-known/jwks.json",
        new Client(['timeout' => 5]),
        new HttpFactory(),
        new FilesystemAdapter('thumbturn'),
        expiresAfter: 300,
        rateLimit: true,
    );
    $header = new stdClass();
    try {
        $claims = JWT::decode($token, $keys, $header);
    } catch (LogicException | OutOfBoundsException | TypeError | ErrorException $error) {
        throw new UnexpectedValueException('Malformed, or of an unknown key', 0, $error);
    }
    $isValid = $header->alg === 'ES256'
        && ($claims->iss ?? null) === $baseUrl
        && ($claims->aud ?? null) === 'demo'
        && ($claims->tokenType ?? null) === 'jwtAccess'
        && isset($claims->exp, $claims->sub);
    if (!$isValid) {
        throw new UnexpectedValueException('Not an access token of this application');
    }
    return $claims->sub;
}
