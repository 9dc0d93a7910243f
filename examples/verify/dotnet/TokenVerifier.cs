using Microsoft.IdentityModel.JsonWebTokens;
using Microsoft.IdentityModel.Tokens;

public sealed class TokenVerifier(HttpClient http, string baseUrl, string appId)
{
    private readonly JsonWebTokenHandler handler = new();
    private readonly string keysUrl = $"{baseUrl}/fido2/v2/.well-known/jwks.json";
    private readonly SemaphoreSlim fetching = new(1);
    private IList<SecurityKey> keys = Array.Empty<SecurityKey>();
    private DateTimeOffset fetchedAt = DateTimeOffset.MinValue;

    /// <summary>Returns the user ID.</summary>
    /// <exception cref="SecurityTokenException">The token isn't valid.</exception>
    public async Task<string> VerifyAsync(string token)
    {
        var parameters = new TokenValidationParameters
        {
            ValidAlgorithms = [SecurityAlgorithms.EcdsaSha256],
            ValidIssuer = baseUrl,
            ValidAudience = appId,
            IssuerSigningKeys = await FindKeysAsync(token),
            TryAllIssuerSigningKeys = false,
            ClockSkew = TimeSpan.Zero,
        };
        var result = await handler.ValidateTokenAsync(token, parameters);
        if (!result.IsValid)
            throw new SecurityTokenException("The token isn't valid", result.Exception);
        var verified = (JsonWebToken)result.SecurityToken;
        verified.TryGetPayloadValue("tokenType", out string type);
        if (type != "jwtAccess")
            throw new SecurityTokenException("The token isn't an access token");
        return verified.Subject;
    }

    // Keeps the keys for five minutes. An unknown key ID causes another fetch,
    // at most every 30 seconds.
    private async Task<IList<SecurityKey>> FindKeysAsync(string token)
    {
        var keyId = ReadKeyId(token);
        await fetching.WaitAsync();
        try
        {
            var age = DateTimeOffset.UtcNow - fetchedAt;
            var isUnknown = keys.All(key => key.KeyId != keyId);
            var keptFor = isUnknown ? TimeSpan.FromSeconds(30) : TimeSpan.FromMinutes(5);
            if (age > keptFor)
            {
                var json = await http.GetStringAsync(keysUrl);
                keys = new JsonWebKeySet(json).GetSigningKeys();
                fetchedAt = DateTimeOffset.UtcNow;
            }
            return keys;
        }
        finally
        {
            fetching.Release();
        }
    }

    private static string ReadKeyId(string token)
    {
        try
        {
            return new JsonWebToken(token).Kid;
        }
        catch (ArgumentException error)
        {
            throw new SecurityTokenException("The token is malformed", error);
        }
    }
}
