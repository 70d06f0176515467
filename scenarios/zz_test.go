package scenarios
import ("testing";"strings";"fmt";"contextarena.internal/internal/strictyaml";"errors")
func TestZ(t *testing.T){
 text:=party
 for _, edit := range [][2]string{
		{"name: Party\n", "nam: Party\n"}, {"at: 2026-11-03 10:00", "at: 2026-11-01"}, {"refs: [1]", "refs: [9]"}, {"pass: 1", "pass: one"},
		{"supersedes: budget", "supersedes: bugdet"}, {"kind: derived", "kind: current"}, {"description: A party is planned.\n", "suite: own\n"},{"budget of $500","budget of $600"},{"match: Frank", "match: {date: 2026-02-30}"},{"question: How much may be spent?","question: ''"},{"extended: true","extended: true, legacy: [a]"} } { text = strings.Replace(text, edit[0], edit[1], 1) }
 _,err:=Parse("party.yaml",[]byte(text)); var fs strictyaml.Faults; errors.As(err,&fs)
 ls:=strings.Split(text,"\n")
 for _,f:=range fs{ fmt.Printf("%s   >>%s\n",f.Error(), ls[f.Line-1][f.Column-1:])}
}
