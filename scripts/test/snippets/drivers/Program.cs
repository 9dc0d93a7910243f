using Microsoft.IdentityModel.Tokens;

// Reads a token from each line and prints what TokenVerifier makes of it.
using var http = new HttpClient();
var verifier = new TokenVerifier(http, Environment.GetEnvironmentVariable("THUMBTURN_URL")!, "demo");
while (Console.ReadLine() is { } line)
{
    try
    {
        Console.WriteLine($"accepted {await verifier.VerifyAsync(line)}");
    }
    catch (SecurityTokenException error)
    {
        Console.WriteLine($"rejected {error.Message.ReplaceLineEndings(" ")}");
    }
}
