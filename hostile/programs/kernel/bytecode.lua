-- Attacks: Lua itself: compiled functions with wrong bytes, which it does not check, and libraries of the system's.
local function victim(a, ...) local t = { a, ... } for i = 1, #t do t[i] = t[i] .. "x" end return t end
local code = string.dump(victim)
io.stdout:setvbuf("no")
if package.loadlib("libc.so.6", "system") then print("a function of the system's, which this run may call") end
for at = #code, 40, -1 do
  for _, value in ipairs { 0, 127, 255 } do
    local bent = load(code:sub(1, at - 1) .. string.char(value) .. code:sub(at + 1), "bent", "b")
    if bent then pcall(bent, 1, 2, 3) end
  end
end
