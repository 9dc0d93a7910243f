# Reads a token from each line and prints what TokenVerifier makes of it.
require_relative "token_verifier"

$stdout.sync = true
verifier = TokenVerifier.new(ENV.fetch("THUMBTURN_URL"), "demo")
$stdin.each_line do |line|
  puts "accepted #{verifier.verify(line.strip)}"
rescue JWT::DecodeError => e
  puts "rejected #{e.message.split.join(' ')}"
end
