// Attacks: what the Pascal compiler can see of its environment: constants and messages made of it.
program Environment;
{$MESSAGE HINT 'noise'}
begin
  writeln({$I %PATH%}, {$I %HOSTILE_SECRET%}, {$I %SANDGLASS_TOKEN%}, {$I %DATABASE_URL%});
end.
