// Attacks: files of the judge and of others: includes them, so that the compiler's messages quote them.
program Stolen;
{$I @SECRET@}
{$I /etc/shadow}
{$I /program/secret.h}
begin
end.
