-- Attacks: the end of the run: shells that Lua starts and does not wait for.
for i = 1, 4 do io.popen("trap '' TERM HUP INT; setsid sleep 1000 &", "r") end
os.execute("setsid sleep 1000 > /dev/null 2>&1 &")
local secret = io.open(os.getenv("HOSTILE_SECRET"))
if secret then print("BREACH", secret:read("a")) end
os.exit(0, false)
