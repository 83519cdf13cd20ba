// Attacks: the kernel from Pascal, whose own unit makes any call by its number.
program Calls;
uses syscall, BaseUnix;
const
  Numbers: array[1..8] of TSysParam = (101, 161, 165, 175, 298, 321, 425, 323);
var
  i: Integer;
  zeros: array[0..4095] of Byte;
begin
  FillChar(zeros, SizeOf(zeros), 0);
  for i := 1 to 8 do
    if PtrInt(Do_SysCall(Numbers[i], 16, TSysParam(@zeros), TSysParam(@zeros))) >= 0 then writeln('BREACH ', Numbers[i]);
  if fpSetUid(0) = 0 then writeln('BREACH user');
  if fpOpen('/etc/shadow', O_RDONLY) >= 0 then writeln('BREACH shadow');
  if fpKill(1, 9) < -1 then writeln('BREACH kill');
end.
