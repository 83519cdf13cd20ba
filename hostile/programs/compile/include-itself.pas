// Attacks: the Pascal compiler's stack: includes itself.
{$I include-itself.pas}
{$I include-itself.pas}
begin
end.
