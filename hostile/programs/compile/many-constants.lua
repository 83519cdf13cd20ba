-- Attacks: the memory of Lua's compiler: one function with a hundred thousand constants.
local t = { @REPEAT 100000 "constant number #", @ }
