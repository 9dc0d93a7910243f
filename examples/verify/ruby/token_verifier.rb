require "json"
require "jwt"
require "net/http"

class TokenVerifier
  def initialize(base_url, app_id)
    @keys_url = URI("#{base_url}/fido2/v2/.well-known/jwks.json")
    @fetched_at = -Float::INFINITY
    @lock = Mutex.new
    @options = {
      algorithms: ["ES256"],
      iss: base_url, verify_iss: true,
      aud: app_id, verify_aud: true,
      required_claims: ["exp", "sub"],
      jwks: method(:load_keys)
    }
  end

  # Returns the user ID. Raises JWT::DecodeError if the token isn't valid.
  def verify(token)
    claims, = JWT.decode(token, nil, true, @options)
    return claims["sub"] if claims["tokenType"] == "jwtAccess"

    raise JWT::DecodeError, "The token isn't an access token"
  end

  private

  # Keeps the keys for five minutes. An unknown key ID causes another fetch,
  # at most every 30 seconds.
  def load_keys(options)
    @lock.synchronize do
      age = Process.clock_gettime(Process::CLOCK_MONOTONIC) - @fetched_at
      fetch_keys if age > 300 || (options[:kid_not_found] && age > 30)
      @keys
    end
  end

  def fetch_keys
    response = Net::HTTP.get_response(@keys_url)
    response.value # Raises unless the status is 200 to 299.
    @keys = JSON.parse(response.body, symbolize_names: true)
    @fetched_at = Process.clock_gettime(Process::CLOCK_MONOTONIC)
  end
end
