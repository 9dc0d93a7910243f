-- Asks Thumbturn whether Envoy may forward a request. See envoy.yaml.

-- The names that the program behind Envoy reads.
local identity = { "remote-user", "remote-name", "remote-email", "remote-groups", "thumbturn-identity" }
-- The parts of a request that Thumbturn needs besides its address.
local forwarded = {
  "cookie", "accept", "accept-language", "sec-fetch-mode", "sec-fetch-site", "x-requested-with", "upgrade",
}
-- The headers of the page that explains why a request is denied.
local shown = { "content-type", "content-security-policy", "content-language", "cache-control", "vary", "location" }

-- Some programs read remote_user or remote.user as remote-user.
local function remove_other_names(headers)
  local names = {}
  for name in pairs(headers) do
    if name:find("[^%w:-]") then names[#names + 1] = name end
  end
  for _, name in ipairs(names) do
    headers:remove(name)
  end
end

function envoy_on_request(handle)
  local headers = handle:headers()
  local address = handle:streamInfo():downstreamDirectRemoteAddress():gsub(":%d+$", "")
  local question = {
    [":method"] = "GET",
    [":path"] = "/apps/shop/forward/check",
    [":authority"] = "127.0.0.1:4300",
    ["x-forwarded-host"] = "wiki.example.com",
    ["x-forwarded-method"] = headers:get(":method"),
    ["x-forwarded-uri"] = headers:get(":path"),
    ["x-forwarded-for"] = address,
  }
  for _, name in ipairs(forwarded) do
    question[name] = headers:get(name)
  end

  local response, body = handle:httpCall("thumbturn", question, "", 5000)
  local status = response[":status"]
  if status == "204" then
    -- The former object is of the time before the response.
    headers = handle:headers()
    remove_other_names(headers)
    for _, name in ipairs(identity) do
      headers:replace(name, response[name] or "")
    end
    headers:replace("x-forwarded-for", address)
    handle:streamInfo():dynamicMetadata():set("thumbturn", "allowed", true)
    return
  end

  -- Without a response, the request is denied.
  local denied = { [":status"] = "503" }
  if status == "401" or status == "403" then
    denied[":status"] = status == "401" and response["location"] and "303" or status
    for _, name in ipairs(shown) do
      denied[name] = response[name]
    end
  end
  handle:respond(denied, denied[":status"] == "503" and "" or body)
end
