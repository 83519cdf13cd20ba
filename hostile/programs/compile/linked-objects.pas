// Attacks: files of the judge, by objects, libraries and resources that a Pascal program asks for.
program Linked;
{$L @SECRET@}
{$LINKLIB /box/evil.so}
{$R @SECRET@}
{$R evil.res /etc/shadow}
begin
end.
