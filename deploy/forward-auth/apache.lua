-- Asks Thumbturn whether Apache may forward a request. See apache.conf; it needs mod_lua and
-- LuaSocket (lua-socket in Debian).

local http = require "socket.http"
local ltn12 = require "ltn12"

http.TIMEOUT = 5

local identity = { "Remote-User", "Remote-Name", "Remote-Email", "Remote-Groups", "Thumbturn-Identity" }
-- The parts of a request that Thumbturn needs besides its address.
local forwarded = {
  "Cookie", "Accept", "Accept-Language", "Sec-Fetch-Mode", "Sec-Fetch-Site", "X-Requested-With", "Upgrade",
}

-- Some programs read Remote_User or Remote.User as Remote-User.
local function remove_other_names(r)
  for name in pairs(r:headers_in_table()) do
    if name:find("[^%w-]") then r.headers_in[name] = nil end
  end
end

function check(r)
  -- The sign-in, which apache.conf forwards to Thumbturn by the same path.
  if r.uri:sub(1, 12) == "/.thumbturn/" then return apache2.DECLINED end

  local headers = {
    ["X-Forwarded-Host"] = r.subprocess_env["thumbturn_host"],
    ["X-Forwarded-Method"] = r.method,
    ["X-Forwarded-Uri"] = r.unparsed_uri,
    ["X-Forwarded-For"] = r.useragent_ip,
    ["Connection"] = "close",
    ["TE"] = "",
  }
  for _, name in ipairs(forwarded) do
    headers[name] = r.headers_in[name]
  end
  local page = {}
  local done, status, response = http.request({
    url = r.subprocess_env["thumbturn_check"],
    headers = headers,
    redirect = false,
    sink = ltn12.sink.table(page),
  })
  -- Without a response, the request is denied.
  if not done then return 503 end
  if status == 204 then
    remove_other_names(r)
    for _, name in ipairs(identity) do
      r.headers_in[name] = response[name:lower()] or ""
    end
    return apache2.OK
  end
  if status == 401 and response.location then
    r.err_headers_out["Location"] = response.location
    return 303
  end
  if status == 401 or status == 403 then
    -- The page that explains it.
    r:custom_response(status, table.concat(page))
    r.err_headers_out["Content-Security-Policy"] = response["content-security-policy"]
    return status
  end
  return 503
end
