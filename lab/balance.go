package lab

import (
	"context"
	"fmt"
	"strings"

	"contextarena.internal/reports"
	"contextarena.internal/store"
)

// openLedger has the player's attempts written to the ledger of its experiment. The budget goes on from what that says
// earlier runs paid and may have paid, so that the same command again never spends more than one cap.
func (p *Player) openLedger(ctx context.Context) error {
	if p.clients.Client == nil || p.Lab.Models.Replay != nil {
		return nil
	}
	ledger, err := p.Lab.DB.Ledger(ctx, p.Experiment.ID)
	if err != nil {
		return err
	}
	if p.before, err = p.Lab.DB.Balance(ctx, p.Experiment.ID); err != nil {
		return err
	}
	p.clients.account.Keep(p.clients.kept.ledger(ledger), p.before.PaidUSD+p.before.ReservedUSD())
	return nil
}

// spentBefore says what of a budget earlier runs had used up; empty if they used nothing.
func (p *Player) spentBefore() string {
	var parts []string
	if paid := p.before.PaidUSD; paid > 0 {
		parts = append(parts, fmt.Sprintf("%.4f USD paid by earlier runs", paid))
	}
	if n := len(p.before.Unsettled); n > 0 {
		parts = append(parts, fmt.Sprintf("%.4f USD reserved for %s of unknown fate", p.before.ReservedUSD(), reports.Plural(n, "attempt")))
	}
	if parts == nil {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// shownUnsettled is how many attempts of unknown fate are named, the newest.
const shownUnsettled = 3

// Unsettled names the attempts whose fate isn't known, of this run and earlier ones, and the most they have cost; empty
// if there are none.
func Unsettled(b store.Balance) string {
	n := len(b.Unsettled)
	if n == 0 {
		return ""
	}
	var names []string
	for _, u := range b.Unsettled[max(0, n-shownUnsettled):] {
		names = append(names, fmt.Sprintf("%s %.12s (try %d)", u.Model, u.Key, u.Try))
	}
	if n > shownUnsettled {
		names = append([]string{"…"}, names...)
	}
	return fmt.Sprintf("%s of unknown fate (sent, and no answer came): a budget goes on with up to %.4f USD for them: %s",
		reports.Plural(n, "attempt"), b.ReservedUSD(), strings.Join(names, ", "))
}
