package reports

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/internal/strictyaml"
)

// AllViews asks for every view.
const AllViews = "all"

// View gives sections the name of a view.
func View(name string, sections ...Section) []Section {
	out := slices.Clone(sections)
	for i := range out {
		out[i].View = name
	}
	return out
}

// Only is the document with the sections of these views alone: all of them where none is named, or AllViews. A
// view that the document has no section of, though others of its kind may, is said to be missing.
func (d Document) Only(views ...string) Document {
	if len(views) == 0 || slices.Contains(views, AllViews) {
		return d
	}
	sections := d.Sections
	d.Sections = nil
	for _, name := range views {
		found := false
		for _, s := range sections {
			if s.View == name {
				d.Sections, found = append(d.Sections, s), true
			}
		}
		if !found {
			d.Notes = append(slices.Clone(d.Notes), fmt.Sprintf("There is nothing of the view %s here.", name))
		}
	}
	return d
}

// KnownViews is an error for each name that isn't one of views or AllViews, with the nearest that is.
func KnownViews(names, views []string) error {
	var errs []error
	for _, name := range names {
		if name != AllViews && !slices.Contains(views, name) {
			errs = append(errs, fmt.Errorf("there is no view %q (%swant one of %s, %s)", name, strictyaml.DidYouMean(name, append(slices.Clone(views), AllViews)), strings.Join(views, ", "), AllViews))
		}
	}
	return errors.Join(errs...)
}
