# Attacks: the check of Lua sources: after this line comes something that calls itself compiled, with sizes beyond all bounds.
LuaT~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
