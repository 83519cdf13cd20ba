-- Attacks: the stack of Lua's parser: tables and functions inside each other.
local x = @REPEAT 100000 {f(@
