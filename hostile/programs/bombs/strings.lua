-- Attacks: the host's memory: strings that double, and a finalizer that doubles them again.
local all = {}
setmetatable({}, { __gc = function() all[#all + 1] = string.rep("x", 1 << 26) end })
local s = "boom"
while true do
  local ok, more = pcall(function() return s .. s end)
  s = ok and more or "boom"
  all[#all + 1] = s
end
