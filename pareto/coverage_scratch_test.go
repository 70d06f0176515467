package pareto_test

import ("testing";"math/rand/v2";"contextarena.internal/pareto";"fmt")

func TestScratchCoverage(t *testing.T) {
	for _, S := range []int{8, 24} {
	for _, sd := range []float64{0.05, 0.2} {
	r := rand.New(rand.NewPCG(7,0))
	obj := []pareto.Objective{{Name:"cost"},{Name:"ret",Maximize:true}}
	basic, perc, n := 0,0,0
	bias := 0.0
	for range 300 {
		P:=60
		// true: cost_i, ret_i with scenario effects common
		truth := make([][]float64,P)
		for i := range truth { c:=r.Float64(); truth[i]=[]float64{c, 0.9*(c)*(0.4+0.6*r.Float64())} }
		tr := make([][][][]float64,P)
		for i := range tr { tr[i]=make([][][]float64,S)}
		for s:=range S { e:=0.1*r.NormFloat64()
			for i := range tr { is:=sd*r.NormFloat64()
				for range 2 { tr[i][s]=append(tr[i][s], []float64{truth[i][0], truth[i][1]+e+is+sd*r.NormFloat64(),1}) } } }
		s := pareto.Sample{Objectives:obj,Trials:tr,Measure:func(x []float64)[]float64{return []float64{x[0]/x[2],x[1]/x[2]}}}
		ref:=[]float64{1,-1}
		tv,_ := pareto.Hypervolume(truth,obj,ref)
		u,err := s.Bootstrap(ref,300,1,0.05)
		if err!=nil {t.Fatal(err)}
		b := u.Hypervolume.Interval
		m := u.Hypervolume.Mean
		bias += m-tv
		if b.Low<=tv && tv<=b.High {basic++}
		lo,hi := 2*m-b.High,2*m-b.Low
		if lo<=tv&&tv<=hi {perc++}
		n++
	}
	fmt.Println(S,sd,"basic",float64(basic)/float64(n),"percentile",float64(perc)/float64(n),"bias",bias/float64(n))
	}}
}
