-- Asks Thumbturn whether HAProxy may forward a request. See haproxy.cfg; HAProxy 2.5 or newer.

-- The names that the program behind HAProxy reads.
local identity = { "remote-user", "remote-name", "remote-email", "remote-groups", "thumbturn-identity" }
-- The parts of a request that Thumbturn needs besides its address.
local forwarded = { "cookie", "accept", "sec-fetch-mode", "sec-fetch-site", "x-requested-with", "upgrade" }

-- Node.js rejects a header that was sent twice, so only the values of a list are joined.
local function read(headers, name)
  local values = headers[name]
  if values == nil then return nil end
  local found = {}
  for index = 0, #values do
    if values[index] ~= nil then found[#found + 1] = values[index] end
  end
  return table.concat(found, name == "cookie" and "; " or ", ")
end

-- The result is in the variable txn.thumbturn.status, 0 if there was no response, and where a
-- page view must sign in, in txn.thumbturn.location.
core.register_action("thumbturn-check", { "http-req" }, function(txn, url, host)
  local sent = txn.http:req_get_headers()
  local headers = {
    ["x-forwarded-host"] = { host },
    ["x-forwarded-method"] = { txn.sf:method() },
    ["x-forwarded-uri"] = { txn.sf:pathq() },
    ["x-forwarded-for"] = { txn.sf:src() },
  }
  for _, name in ipairs(forwarded) do
    local value = read(sent, name)
    if value ~= nil then headers[name] = { value } end
  end
  for _, name in ipairs(identity) do
    txn.http:req_del_header(name)
  end

  local response = core.httpclient():get({ url = url, headers = headers, timeout = 5000 })
  local status = response and response.status or 0
  txn:set_var("txn.thumbturn.status", status)
  local location = response and response.headers and read(response.headers, "location")
  if location then txn:set_var("txn.thumbturn.location", location) end
  if status ~= 204 then return end
  for _, name in ipairs(identity) do
    txn.http:req_set_header(name, read(response.headers, name) or "")
  end
end, 2)
